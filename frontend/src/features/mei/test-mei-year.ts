import { addMonths } from '@prumo/shared/calendar'
import { fiscalKeyOf, type FiscalTotal } from '@prumo/shared/fiscal-rules'
import type { MeiYearView } from '@prumo/shared/mei'
import type { DasPayment } from '@prumo/shared/mei-das'
import { meiDefaults } from '@prumo/shared/mei-rules'
import { meiYearOf, type MeiYearInput } from '@prumo/shared/mei-year'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { aTransaction, TEST_ACCOUNT } from '../../data/test-fixtures'

/** A confectioner's MEI since March 2024. */
export function aProfile(about: Partial<MeiProfileEntity> = {}): MeiProfileEntity {
  return {
    ...meiDefaults,
    excludedCategories: [...meiDefaults.excludedCategories],
    openedOn: '2024-03-12',
    activities: ['industry', 'services'],
    id: TEST_ACCOUNT,
    version: 1,
    ...about,
  }
}

/** What came in each month of 2026 until November. */
export const sales = [498_020, 531_200, 610_450, 642_230, 689_000, 571_840, 586_860, 621_490, 648_010, 704_740, 648_630]

/** Totals of settled sales, one a month from January 2026 on. */
export function totalsOf(amounts: readonly number[]): FiscalTotal[] {
  return amounts.map((amount, index) => ({
    ...fiscalKeyOf(aTransaction({ date: addMonths('2026-01-01', index) }))!,
    amount,
    count: 1,
  }))
}

export function aPayment(month: string, dasOf: string | null = month): DasPayment {
  const date = addMonths(`${month}-20`, 1)
  return { transactionId: `of ${month}`, date, amount: 8705, dasOf }
}

/** The year 2026 as the server answers it on 27 November. */
export function aYear(about: Partial<MeiYearInput> = {}): MeiYearView {
  const year = meiYearOf({
    profile: aProfile(),
    year: 2026,
    today: '2026-11-27',
    firstMonth: '2025-01',
    totals: totalsOf(sales),
    dasPayments: [],
    deliveries: [],
    ...about,
  })
  return structuredClone(year)
}
