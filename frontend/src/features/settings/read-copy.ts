import { isWhole, recordsOf } from '@prumo/shared/copy-sums'
import { toCentavos } from '@prumo/shared/money-fields'
import type { AccountCopy } from '@prumo/shared/restore'
import { MAX_COPY_BYTES, restoreTexts } from '@prumo/shared/restore-rules'

/** What a copy holds, as far as it is looked at here; amounts in centavos. */
export interface CopyContents extends Pick<AccountCopy, 'exportedAt' | 'totals' | 'balance' | 'emergencyFund'> {
  imports: readonly unknown[]
  recurrences: readonly unknown[]
  movements: readonly unknown[]
  /** How many things are brought of it. */
  records: number
  businessName: string | null
}

/** A file that was chosen: what it says, and what it holds; or what is wrong with it. */
export type CopyReadResult = { file: unknown; held: CopyContents } | { problem: string }

/**
 * Reads a copy as far as its sums go, so that a changed one is named before anything is sent. The server holds it to the whole
 * of the contract.
 */
export async function readCopy(chosen: Pick<File, 'size' | 'text'>): Promise<CopyReadResult> {
  if (chosen.size > MAX_COPY_BYTES) return { problem: 'Este arquivo tem mais de 20 MB. Uma cópia do Prumo é menor.' }
  try {
    const file = JSON.parse(await chosen.text()) as Record<string, unknown>
    const copy = toCentavos(structuredClone(file)) as unknown as AccountCopy
    if (!isWhole(copy)) return { problem: restoreTexts.changed }
    const { exportedAt, totals, balance, emergencyFund, imports, recurrences, movements, user } = copy
    if (Number.isNaN(Date.parse(exportedAt))) return { problem: restoreTexts.notOurs }
    const name = user['businessName']
    const businessName = typeof name === 'string' && name !== '' ? name : null
    const held = { exportedAt, totals, balance, emergencyFund, imports, recurrences, movements, records: recordsOf(copy), businessName }
    return { file, held }
  } catch {
    // No JSON, or not of the form in which copies are.
    return { problem: restoreTexts.notOurs }
  }
}
