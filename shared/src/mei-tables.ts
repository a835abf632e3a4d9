import type { CalendarMonth } from './calendar.js'

/**
 * The law's figures for a MEI (microempreendedor individual), each in force from a month on until the next row. A new year is a
 * new row. Amounts are centavos unless a comment says otherwise.
 */

/** The month in which the sources were last read; a page says it beside figures that are not `stated`. */
export const MEI_CHECKED_IN: CalendarMonth = '2026-03'

/**
 * How well a figure is known. `stated`: the law says it, or two independent sources do. `reported`: one secondary source.
 * `inferred`: concluded from the law, which does not say it in so many words.
 */
export type MeiCertainty = 'stated' | 'reported' | 'inferred'

/** Where a rule comes from, as shown. */
export interface MeiSource {
  source: string
  certainty: MeiCertainty
}

/** The sources of the rules that are no row of a table. */
export const meiSources = {
  exceededUpTo20: { source: 'LC 123/2006, art. 18-A, § 7º, III, a', certainty: 'stated' },
  exceededBy20: { source: 'LC 123/2006, art. 18-A, § 7º, III, b', certainty: 'stated' },
  exceededInOpeningYear: { source: 'LC 123/2006, art. 18-A, § 7º, IV', certainty: 'stated' },
  dasDue: { source: 'Resolução CGSN 140/2018, art. 40', certainty: 'stated' },
  /** The dates follow from the rule and from the calendar of the banks. */
  dasDueDates: { source: 'Resolução CGSN 140/2018, art. 40', certainty: 'inferred' },
  monthlyReport: { source: 'Resolução CGSN 140/2018, art. 106 e Anexo X', certainty: 'stated' },
  annualReport: { source: 'Resolução CGSN 140/2018, art. 109', certainty: 'stated' },
  revenue: { source: 'Resolução CGSN 140/2018, art. 2º, § 10 (redação da Resolução CGSN 183/2025)', certainty: 'stated' },
  exemptIncome: { source: 'LC 123/2006, art. 14, § 1º; Lei 9.249/1995, art. 15', certainty: 'stated' },
  microTrader: { source: 'LC 214/2025, art. 26, IV', certainty: 'stated' },
  /** That every activity pays CBS and IBS is concluded from the annex. */
  newTaxesOfAllActivities: { source: 'LC 214/2025, Anexo XXIII', certainty: 'inferred' },
} as const satisfies Readonly<Record<string, MeiSource>>

interface InForceFrom extends MeiSource {
  from: CalendarMonth
}

/** The revenue that a year may have, and in the year of the opening each month of it. A cargo driver is a "MEI caminhoneiro". */
interface RevenueLimit extends InForceFrom {
  yearly: number
  monthly: number
  yearlyOfCargoDriver: number
  monthlyOfCargoDriver: number
}

const limits: readonly [RevenueLimit, ...RevenueLimit[]] = [
  // prettier-ignore
  { from: '2022-01', yearly: 8_100_000, monthly: 675_000, yearlyOfCargoDriver: 25_160_000, monthlyOfCargoDriver: 2_096_667, source: 'LC 123/2006, art. 18-A, §§ 1º e 2º, e art. 18-F', certainty: 'stated' },
]

/** The minimum wage, of which INSS is a percentage. A year without a row has no decree yet. */
interface MinimumWage extends InForceFrom {
  wage: number
}

const wages: readonly [MinimumWage, ...MinimumWage[]] = [
  { from: '2024-01', wage: 141_200, source: 'Decreto 11.864/2023', certainty: 'stated' },
  { from: '2025-01', wage: 151_800, source: 'Decreto 12.342/2024', certainty: 'stated' },
  { from: '2026-01', wage: 162_100, source: 'Decreto 12.797/2025', certainty: 'stated' },
]

/** The fixed taxes of a DAS beside INSS, in thousandths of a real, since CBS and IBS have three decimals. */
interface FixedTaxes extends InForceFrom {
  /** Commerce and industry. */
  icms: number
  /** Services. */
  iss: number
  cbs: number
  ibs: number
}

const UNTIL_2026 = { source: 'LC 123/2006, art. 18-A, § 3º, V', certainty: 'stated' } as const
const FROM_2027 = { source: 'LC 214/2025, Anexo XXIII', certainty: 'stated' } as const
const taxes: readonly [FixedTaxes, ...FixedTaxes[]] = [
  { from: '2009-07', icms: 1000, iss: 5000, cbs: 0, ibs: 0, ...UNTIL_2026 },
  { from: '2027-01', icms: 1000, iss: 5000, cbs: 994, ibs: 6, ...FROM_2027 },
  { from: '2029-01', icms: 900, iss: 4500, cbs: 1000, ibs: 200, ...FROM_2027 },
  { from: '2030-01', icms: 800, iss: 4000, cbs: 1000, ibs: 400, ...FROM_2027 },
  { from: '2031-01', icms: 700, iss: 3500, cbs: 1000, ibs: 600, ...FROM_2027 },
  { from: '2032-01', icms: 600, iss: 3000, cbs: 1000, ibs: 800, ...FROM_2027 },
  { from: '2033-01', icms: 0, iss: 0, cbs: 1000, ibs: 2000, ...FROM_2027 },
]

/** The share of the minimum wage that INSS takes, in percent. */
export const INSS_PERCENT = { usual: 5, cargoDriver: 12 } as const

/** The revenue of a year below which someone without a MEI may be a "nanoempreendedor", whom the product does not compute for. */
export const MICRO_TRADER_REVENUE = 4_050_000

/** The share of the revenue that income tax exempts, in percent. Passenger transport, 16 %, is not computed. */
export const EXEMPT_PERCENT = { commerce: 8, industry: 8, services: 32, cargoDriver: 8 } as const

/** The limit in force in a year. */
export function revenueLimitIn(year: number): RevenueLimit {
  return inForce(limits, `${year}-12`)
}

/** The minimum wage in force in a month. `isDecreed` is false for a year without a decree, which has the last wage before it. */
export function minimumWageIn(month: CalendarMonth): MinimumWage & { isDecreed: boolean } {
  const row = inForce(wages, month)
  return { ...row, isDecreed: row.from <= month && row.from.slice(0, 4) === month.slice(0, 4) }
}

/** The fixed taxes in force in a month, in thousandths of a real. */
export function fixedTaxesIn(month: CalendarMonth): FixedTaxes {
  return inForce(taxes, month)
}

/** The last row that begins in the month or before it; for months before every row the first one. */
function inForce<Row extends InForceFrom>(rows: readonly [Row, ...Row[]], month: CalendarMonth): Row {
  return rows.findLast(({ from }) => from <= month) ?? rows[0]
}
