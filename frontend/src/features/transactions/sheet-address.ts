import { TRANSACTIONS_SCREEN } from '../../data/transaction-commands'
import { formAddress } from '../../lib/form-address'

/** The list with a sheet open: for something new, or to edit a transaction. */
export function sheetAddress(id?: string): string {
  return formAddress(TRANSACTIONS_SCREEN, id)
}
