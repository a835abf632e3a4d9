import { bancoDoBrasil, bancoDoBrasilOlder } from './banco-do-brasil'
import { bradesco, bradescoNetEmpresa } from './bradesco'
import { c6Account, c6Bill } from './c6'
import { caixa } from './caixa'
import { inter, interBill } from './inter'
import { itau, itauWithoutHeader } from './itau'
import { mercadoPago } from './mercado-pago'
import { nubankAccount } from './nubank-account'
import { nubankCard } from './nubank-card'
import { pagBank } from './pagbank'
import { picPay } from './picpay'
import { prumoExport } from './prumo-export'
import { readTable, type ReadingContext } from './read-table'
import { santander, santanderTwoColumns } from './santander'
import { sicredi } from './sicredi'
import type { Statement } from './statement'
import type { TableRow } from './table'
import { columnNames, hasForm, type TableForm } from './table-form'
import { xpBill } from './xp-bill'

const FORMS: readonly TableForm[] = [
  nubankAccount,
  nubankCard,
  inter,
  interBill,
  itau,
  bradesco,
  bradescoNetEmpresa,
  mercadoPago,
  pagBank,
  bancoDoBrasil,
  bancoDoBrasilOlder,
  c6Account,
  c6Bill,
  caixa,
  xpBill,
  sicredi,
  santander,
  santanderTwoColumns,
  picPay,
  prumoExport,
]

/** Headers are searched in this many first rows. */
const LOOKED_AT = 40

/** Reads the table of a bank; null for an unknown format. */
export function readBankTable(rows: readonly TableRow[], context: ReadingContext): Statement | null {
  const first = rows.slice(0, LOOKED_AT)
  for (const [header, row] of first.entries()) {
    const names = columnNames(row.cells)
    const form = FORMS.find((candidate) => hasForm(candidate, names, first.slice(0, header)))
    if (form) return readTable(form, { names, rows, header }, context)
  }
  if (!itauWithoutHeader.isOf(first)) return null
  return readTable(itauWithoutHeader, { names: itauWithoutHeader.columns, rows, header: -1 }, context)
}
