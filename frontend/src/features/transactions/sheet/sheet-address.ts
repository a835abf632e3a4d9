import type { TransactionDraft } from '../form/transaction-draft'

/** The sheet is open while the address says so: `?nova=1`, or `?editar=` and the transaction's id. */

export const NEW_PARAM = 'nova'
export const EDIT_PARAM = 'editar'

/** What travels beside the address: a draft to go on with. */
export interface SheetState {
  draft?: TransactionDraft | undefined
}

export function sheetAddress(id?: string): string {
  return `/dashboard/transactions?${id ? `${EDIT_PARAM}=${encodeURIComponent(id)}` : `${NEW_PARAM}=1`}`
}
