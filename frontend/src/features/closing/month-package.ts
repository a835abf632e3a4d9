import { toReais } from '@prumo/shared/money-fields'
import type { Transaction } from '@prumo/shared/transactions'
import type { PackageSource } from '../../data/package-source'
import { transactionsSheet } from '../../data/transactions-sheet'
import { csvFile } from '../../lib/csv-file'
import { readAhead } from '../../lib/read-ahead'
import type { Worksheet } from '../../lib/spreadsheet'
import { meiHtml, reportHtml } from './package-documents'
import { ReceiptNames } from './package-names'

/** A file of the package: its bytes, or a spreadsheet to write. */
export type PackedFile = { path: string } & ({ bytes: Uint8Array } | { sheets: readonly Worksheet[] })

/** Memory holds so many receipts of at most 5 MB. */
const RECEIPTS_AHEAD = 4

/** The files of a month's package, in order. */
export async function* packMonth(source: PackageSource): AsyncGenerator<PackedFile> {
  const { transactions, wallets, receipts, readReceipt, mei } = source
  const names = new ReceiptNames()
  const byId = new Map(transactions.map((each) => [each.id, each]))
  const named = receipts.flatMap((receipt) => {
    const transaction = byId.get(receipt.transactionId)
    return transaction ? [{ receipt, path: names.add(transaction, receipt.type) }] : []
  })
  const paths = new Map<string, string[]>()
  for (const { receipt, path } of named) paths.set(receipt.transactionId, [...(paths.get(receipt.transactionId) ?? []), path])
  const sheet = withReceipts(transactionsSheet(transactions, wallets), transactions, paths)

  const table = [sheet.columns.map(({ header }) => header), ...sheet.rows]
  yield textFile('transacoes.csv', csvFile('transacoes', table).text)
  yield { path: 'transacoes.xlsx', sheets: [sheet] }
  yield textFile('relatorio.html', reportHtml(source))
  yield* readAhead(named, RECEIPTS_AHEAD, async ({ receipt, path }) => ({ path, bytes: await readReceipt(receipt) }))
  if (mei) yield textFile('mei-relatorio-mensal.html', meiHtml(mei, source))
  yield textFile('prova.json', `${JSON.stringify(proofOf(source), null, 2)}\n`)
}

/** The files besides receipts, as the sheet lists them. */
export function packedNames({ mei }: Pick<PackageSource, 'mei'>): string[] {
  return ['transacoes.csv', 'transacoes.xlsx', 'relatorio.html', ...(mei ? ['mei-relatorio-mensal.html'] : []), 'prova.json']
}

function textFile(path: string, text: string): PackedFile {
  return { path, bytes: new TextEncoder().encode(text) }
}

/** The sheet with the paths of each row's receipts at its end. */
function withReceipts(sheet: Worksheet, transactions: readonly Transaction[], paths: ReadonlyMap<string, readonly string[]>): Worksheet {
  if (paths.size === 0) return sheet
  return {
    ...sheet,
    columns: [...sheet.columns, { header: 'Comprovantes', width: 60 }],
    rows: sheet.rows.map((row, index) => [...row, (paths.get(transactions[index]?.id ?? '') ?? []).join(' | ')]),
  }
}

/** The month's figures with what proves them: `node verify-export.mjs --month prova.json` judges it. */
export function proofOf({ month, closedAt, totals, proof: { previousHash, event } }: PackageSource): object {
  const { seq: position, hash } = event
  return {
    form: 'prumo-month-1',
    month,
    closedAt,
    totals: toReais(totals),
    position,
    hash,
    head: `${position}:${hash}`,
    previousHash,
    event,
  }
}
