import { formAddress } from '../../lib/form-address'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** What the address says while the list is taken along as a file. */
export const EXPORT_PARAM = 'exportar'
export const EXPORT_ADDRESS = `${TRANSACTIONS_SCREEN}?${EXPORT_PARAM}=1`

/** The list with a sheet open: for something new, or to edit a transaction. */
export function sheetAddress(id?: string): string {
  return formAddress(TRANSACTIONS_SCREEN, id)
}
