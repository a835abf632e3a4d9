import type { CalendarMonth } from './calendar.js'
import type { MeiActivity } from './mei-rules.js'
import type { TransactionType } from './transaction-rules.js'

/** What a person says of a transaction for the MEI. A transaction without it has the defaults of `noFiscal`. */
export interface Fiscal {
  /** Null leaves the decision to the category. Income only, as all but `dasOf`. */
  countsAsRevenue: boolean | null
  /** Null leaves the choice to the category and the profile. */
  activity: MeiActivity | null
  /** The month of the sale where the money came in another one. */
  competence: CalendarMonth | null
  hasInvoice: boolean
  /** The month whose DAS an expense paid. */
  dasOf: CalendarMonth | null
}

export const noFiscal: Readonly<Fiscal> = { countsAsRevenue: null, activity: null, competence: null, hasInvoice: false, dasOf: null }

/** The fields that differ from the default though the type of the transaction does not allow them. */
export function misplacedFiscal(type: TransactionType, fiscal: Fiscal): (keyof Fiscal)[] {
  const allowedOn = (name: keyof Fiscal): TransactionType => (name === 'dasOf' ? 'expense' : 'income')
  return fiscalNames().filter((name) => fiscal[name] !== noFiscal[name] && allowedOn(name) !== type)
}

/** What remains when the type is another one: fields that do not fit have their default. Null where all have it. */
export function fitFiscal(type: TransactionType, fiscal: Fiscal | null): Fiscal | null {
  if (fiscal === null) return null
  const misplaced = misplacedFiscal(type, fiscal)
  const fitting = { ...fiscal, ...Object.fromEntries(misplaced.map((name) => [name, noFiscal[name]])) }
  return fiscalNames().every((name) => fitting[name] === noFiscal[name]) ? null : fitting
}

function fiscalNames(): (keyof Fiscal)[] {
  return Object.keys(noFiscal) as (keyof Fiscal)[]
}
