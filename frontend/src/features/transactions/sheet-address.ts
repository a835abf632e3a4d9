import { formAddress } from '../../lib/form-address'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** The URL parameter that opens the export. */
export const EXPORT_PARAM = 'exportar'
export const EXPORT_ADDRESS = `${TRANSACTIONS_SCREEN}?${EXPORT_PARAM}=1`

/** The URL of the list with its form open, for a new transaction or for the one with this id. */
export function sheetAddress(id?: string): string {
  return formAddress(TRANSACTIONS_SCREEN, id)
}
