import { readBankTable } from './bank-tables'
import { delimiterOf } from './delimiter'
import type { Statement } from './statement'
import { tableRows } from './table'

/** A day after all days of tests. */
export const TODAY = '2026-12-31'

/** The statement of a bank's table, as its text is written; null where no bank writes so. */
export function readCsv(text: string): Statement | null {
  return readBankTable(tableRows(text, delimiterOf(text)), { today: TODAY })
}
