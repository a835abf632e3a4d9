import { isWhole, recordsOf } from '@prumo/shared/copy-sums'
import { toCentavos } from '@prumo/shared/money-fields'
import type { AccountCopy } from '@prumo/shared/restore'
import { MAX_COPY_BYTES, restoreTexts } from '@prumo/shared/restore-rules'

/** A summary of a copy; amounts in centavos. */
export interface CopyContents extends Pick<AccountCopy, 'exportedAt' | 'totals' | 'balance' | 'emergencyFund'> {
  wallets: readonly unknown[]
  imports: readonly unknown[]
  recurrences: readonly unknown[]
  movements: readonly unknown[]
  /** The number of records to restore. */
  records: number
  businessName: string | null
}

/** The file's content with its summary, or the reason why it is rejected. */
export type CopyReadResult = { file: unknown; contents: CopyContents } | { problem: string }

/**
 * Reads a copy and checks its sums, so that a modified file is reported before anything is sent. The server validates the
 * complete contract.
 */
export async function readCopy(chosen: Pick<File, 'size' | 'text'>): Promise<CopyReadResult> {
  if (chosen.size > MAX_COPY_BYTES) return { problem: 'Este arquivo tem mais de 20 MB. Uma cópia do Prumo é menor.' }
  try {
    const file = JSON.parse(await chosen.text()) as Record<string, unknown>
    // A copy of before there were wallets, rules or receipts has none.
    const copy = toCentavos(structuredClone({ wallets: [], rules: [], attachments: [], ...file })) as unknown as AccountCopy
    if (!isWhole(copy)) return { problem: restoreTexts.changed }
    const { exportedAt, totals, balance, emergencyFund, imports, recurrences, movements, wallets, user } = copy
    if (Number.isNaN(Date.parse(exportedAt))) return { problem: restoreTexts.notOurs }
    const name = user['businessName']
    const businessName = typeof name === 'string' && name !== '' ? name : null
    const contents = {
      exportedAt,
      totals,
      balance,
      emergencyFund,
      imports,
      recurrences,
      movements,
      wallets,
      records: recordsOf(copy),
      businessName,
    }
    return { file, contents }
  } catch {
    // Not JSON, or not in the format of a copy.
    return { problem: restoreTexts.notOurs }
  }
}
