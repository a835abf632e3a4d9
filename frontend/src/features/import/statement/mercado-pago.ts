import { plainText } from './statement'
import type { TableRow } from './table'
import type { Preamble, TableForm } from './table-form'
import { signedCentavos } from './written-amounts'

/** Mercado Pago. A table of balances precedes the entries. References may repeat. */
export const mercadoPago: TableForm = {
  bank: 'Mercado Pago',
  columns: ['release_date', 'reference_id', 'transaction_net_amount'],
  decimals: ',',
  balances: 'running',
  closesByColumn: true,
  read: (cell) => ({
    date: cell('release_date'),
    amount: cell('transaction_net_amount'),
    identifier: cell('reference_id'),
    balance: cell('partial_balance'),
    description: cell('transaction_type'),
  }),
  preamble: balancesAbove,
}

function balancesAbove(rows: readonly TableRow[]): Preamble {
  const header = rows.findIndex(({ cells }) => cells.some((cell) => plainText(cell) === 'initial_balance'))
  const names = rows[header]?.cells.map(plainText) ?? []
  const amount = (name: string) => signedCentavos(rows[header + 1]?.cells[names.indexOf(name)] ?? '', ',')
  return { opening: amount('initial_balance'), closing: amount('final_balance') }
}
