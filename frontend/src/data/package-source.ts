import type { CalendarMonth } from '@prumo/shared/calendar'
import type { MonthlyReport, MonthlyReportAnswer } from '@prumo/shared/mei'
import type { MonthProof, MonthProofAnswer, MonthTotals } from '@prumo/shared/months'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../lib/api'
import { readAhead } from '../lib/read-ahead'
import type { Account } from './account'
import { fetchAllTransactions } from './all-transactions'
import { inTurn } from './in-turn'
import type { MonthEntity } from './month-commands'
import type { SheetWallets } from './transactions-sheet'

/** A receipt of a transaction. */
export interface PackedReceipt {
  id: string
  transactionId: string
  type: string
}

/** What a month's package is made from. Bytes of receipts are read a little before their turn. */
export interface PackageSource {
  month: CalendarMonth
  businessName: string
  closedAt: string
  totals: MonthTotals
  transactions: readonly Transaction[]
  wallets: SheetWallets | null
  /** In the order of the transactions. */
  receipts: readonly PackedReceipt[]
  readReceipt: (receipt: PackedReceipt) => Promise<Uint8Array>
  /** Null without a MEI in that month. */
  mei: MonthlyReport | null
  proof: MonthProof
}

/** Reads what the package of a closed month is made from, except the bytes of receipts. */
export async function readPackageSource(
  account: Account,
  { month, closedAt, totals }: MonthEntity,
  about: Pick<PackageSource, 'businessName' | 'wallets'>,
  signal: AbortSignal,
): Promise<PackageSource> {
  const read = async <T>(path: string) => (await inTurn(() => account.read<T>(path, {}, signal), signal)).data
  const { proof } = await read<MonthProofAnswer>(`/months/${month}/proof`)
  const transactions = await fetchAllTransactions(account, { month, status: 'settled' }, () => undefined, signal)
  const mei = await read<MonthlyReportAnswer>(`/mei/monthly-reports/${month}`).then(
    ({ report }) => report,
    (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 404) return null
      throw failure
    },
  )
  return {
    ...about,
    month,
    closedAt: closedAt ?? proof.event.recordedAt,
    totals: totals ?? { income: 0, expense: 0, balance: 0, count: 0 },
    transactions,
    receipts: await listReceipts(transactions, read),
    readReceipt: async ({ id, type }) => {
      const file = await inTurn(() => account.getFile(`/attachments/${id}`, type, signal), signal)
      return new Uint8Array(await file.arrayBuffer())
    },
    mei,
    proof,
  }
}

const LISTS_AHEAD = 4

/** The receipts of transactions, in their order. */
async function listReceipts(
  transactions: readonly Transaction[],
  read: <T>(path: string) => Promise<T>,
): Promise<readonly PackedReceipt[]> {
  const receipts: PackedReceipt[] = []
  const having = transactions.filter(({ attachmentCount }) => attachmentCount > 0)
  const list = ({ id }: Transaction) => read<{ attachments: PackedReceipt[] }>(`/transactions/${id}/attachments`)
  for await (const { attachments } of readAhead(having, LISTS_AHEAD, list)) receipts.push(...attachments)
  return receipts
}
