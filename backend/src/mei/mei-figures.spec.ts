import { addDays, monthOf } from '@prumo/shared/calendar'
import { fitFiscal } from '@prumo/shared/fiscal-marks'
import { revenueByMonth, type FiscalTotal } from '@prumo/shared/fiscal-rules'
import type { DasPayment } from '@prumo/shared/mei-das'
import { activeMonths, yearOf } from '@prumo/shared/mei-rules'
import { annualSheetOf, monthlySheetOf } from '@prumo/shared/mei-sheets'
import { hasMeiYear, meiYearOf } from '@prumo/shared/mei-year'
import fc from 'fast-check'
import { applyEvent } from '../event-store/projection/projection.js'
import { TableRows, type ProjectionRow } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'
import { businesses, detailsOf, profileOf } from '../../test/test-businesses.js'
import { independentAnnualReport, independentMonthlyReport, independentYear, type MeiBusiness } from '../../test/test-independent-mei.js'
import { dasPayments } from './das-payments.projection.js'
import { fiscalTotals } from './fiscal-totals.projection.js'

const ACCOUNT = '01900000-0000-7000-8000-00000000000a'
const idOf = (index: number) => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

/** Transactions of a business, corrected and deleted on the way. */
class Ledger {
  readonly details = new Map<string, TransactionDetails>()
  readonly #rows = [fiscalTotals, dasPayments].map((projection) => ({ projection, rows: new TableRows(projection.table) }))

  set(id: string, after: TransactionDetails | null): void {
    const before = this.details.get(id)
    if (after) this.details.set(id, after)
    else this.details.delete(id)
    if (before && after) this.#apply(id, { type: 'TransactionCorrected', data: { before, after } })
    else if (after) this.#apply(id, { type: 'TransactionRecorded', data: { after } })
    else if (before) this.#apply(id, { type: 'TransactionDeleted', data: { before } })
  }

  #apply(entityId: string, event: TransactionEvent): void {
    const recorded = { ...event, accountId: ACCOUNT, entityId } as unknown as RecordedEvent
    for (const { projection, rows } of this.#rows) applyEvent(projection, recorded, rows)
  }

  get totals(): FiscalTotal[] {
    return this.#of(fiscalTotals.table.name)
      .filter(({ type, count }) => type !== 'transfer' && Number(count) > 0)
      .map((row) => ({
        type: row.type as FiscalTotal['type'],
        month: String(row.month),
        category: String(row.category) || null,
        countsAsRevenue: row.counts_as_revenue === '' ? null : row.counts_as_revenue === 'true',
        activity: (row.activity || null) as FiscalTotal['activity'],
        hasInvoice: row.has_invoice === true,
        amount: Number(row.amount),
        count: Number(row.count),
      }))
  }

  get firstMonth(): string | undefined {
    const rows = this.#of(fiscalTotals.table.name).filter(({ transactions }) => Number(transactions) > 0)
    return rows.map(({ month }) => String(month)).sort()[0]
  }

  get payments(): DasPayment[] {
    return this.#of(dasPayments.table.name).map((row) => ({
      transactionId: String(row.transaction_id),
      date: String(row.date),
      amount: Number(row.amount),
      dasOf: row.das_of === null ? null : String(row.das_of),
    }))
  }

  #of(name: string): ProjectionRow[] {
    return this.#rows.find(({ rows }) => rows.table.name === name)?.rows.rows() ?? []
  }
}

const byDue = <Obligation extends { due: string; kind: string; of: string }>(all: readonly Obligation[]) =>
  all.toSorted((one, other) => (`${one.due} ${one.kind} ${one.of}` < `${other.due} ${other.kind} ${other.of}` ? -1 : 1))

it('every figure equals an independent computation, whatever is moved, corrected and deleted on the way', () => {
  const changes = fc.array(fc.record({ which: fc.nat(200), like: fc.nat(200), isDeletion: fc.boolean() }), { maxLength: 20 })
  fc.assert(
    fc.property(businesses, changes, fc.integer({ min: 15, max: 1_500 }), fc.boolean(), (business, corrections, ahead, delivers) => {
      const today = addDays('2025-01-01', ahead)
      const profile = profileOf(business, today)
      const made = business.entries.map((entry) => ({ ...defaultDetails, ...detailsOf(entry, today) }))
      const ledger = new Ledger()
      made.forEach((details, index) => ledger.set(idOf(index), { ...details, fiscal: fitFiscal(details.type, details.fiscal) }))
      for (const { which, like, isDeletion } of corrections) {
        const other = made[like % made.length] as TransactionDetails
        ledger.set(idOf(which % made.length), isDeletion ? null : { ...other, fiscal: fitFiscal(other.type, other.fiscal) })
      }
      const deliveries = delivers
        ? ([
            { kind: 'monthly_report', of: monthOf(profile.openedOn) },
            { kind: 'dasn', of: `${yearOf(profile.openedOn)}` },
          ] as const)
        : []
      const asExported: MeiBusiness = {
        transactions: [...ledger.details].map(([id, details]) => ({ id, ...details })),
        profile,
        delivered: deliveries.map(({ kind, of }) => `${kind} ${of}`),
        today,
      }
      const { totals, payments, firstMonth = monthOf(today) } = ledger
      const revenue = revenueByMonth(totals, profile)
      for (let year = yearOf(profile.openedOn); year <= yearOf(today); year++) {
        for (const month of activeMonths(profile, year).filter((each) => each <= monthOf(today)))
          expect(monthlySheetOf(month, revenue, today)).toEqual(independentMonthlyReport(asExported, month))
        expect(annualSheetOf(year, revenue, profile, today)).toEqual(independentAnnualReport(asExported, year))
        if (!hasMeiYear(profile, year, today)) continue
        const view = meiYearOf({ profile, year, today, firstMonth, totals, dasPayments: payments, deliveries })
        const expected = independentYear(asExported, year)
        expect({ ...view, obligations: byDue(view.obligations) }).toEqual({ ...expected, obligations: byDue(expected.obligations) })
      }
    }),
    { numRuns: 120 },
  )
})
