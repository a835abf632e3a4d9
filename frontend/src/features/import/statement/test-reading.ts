import { readBankTable } from './bank-tables'
import { delimiterOf } from './delimiter'
import type { Statement } from './statement'
import { tableRows } from './table'

/** Later than all dates in the tests. */
export const TODAY = '2026-12-31'

/** Reads a bank's table from text; null for an unknown format. */
export function readCsv(text: string): Statement | null {
  return readBankTable(tableRows(text, delimiterOf(text)), { today: TODAY })
}
