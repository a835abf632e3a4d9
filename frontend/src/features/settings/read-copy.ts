import { MAX_ATTACHMENT_BYTES } from '@prumo/shared/attachment-rules'
import { isWhole, recordsOf } from '@prumo/shared/copy-sums'
import { toCentavos } from '@prumo/shared/money-fields'
import type { AccountCopy } from '@prumo/shared/restore'
import { MAX_COPY_BYTES, restoreTexts } from '@prumo/shared/restore-rules'
import type { CopiedFiles } from '../../data/restored-attachments'
import { readZip, type ZipEntry } from '../../lib/zip-archive'

/** A summary of a copy; amounts in centavos. */
export interface CopyContents extends Pick<AccountCopy, 'exportedAt' | 'totals' | 'balance' | 'emergencyFund'> {
  wallets: readonly unknown[]
  imports: readonly unknown[]
  recurrences: readonly unknown[]
  movements: readonly unknown[]
  /** The number of its receipts, whose bytes may be in another file. */
  attachments: number
  /** The number of records to restore. */
  records: number
  businessName: string | null
}

/** The file's content with its summary, or the reason why it is rejected. */
export type CopyReadResult = { file: unknown; contents: CopyContents; files: CopiedFiles } | { problem: string }

/** Where an export has the bytes of receipts: their ids in the copy. */
const RECEIPT_FILE = /(?:^|\/)comprovantes\/([0-9a-f-]{36})\.\w+$/
const COPY_FILE = /(?:^|\/)prumo-backup[^/]*\.json$/
const NO_FILES: CopiedFiles = new Map()

/** Reads a copy with its receipts, which the export packs into one file, or one without. */
export async function readChosenCopy(chosen: File): Promise<CopyReadResult> {
  const entries = await readZip(chosen).catch(() => null)
  if (!entries) return readCopy(chosen)
  const copy = [...entries].find(([name]) => COPY_FILE.test(name))?.[1]
  if (!copy) return { problem: restoreTexts.notOurs }
  const read = await readCopy({ size: copy.size, text: async () => (await copy.read()).text() })
  return 'problem' in read ? read : { ...read, files: receiptsIn(entries, (read.file as Pick<AccountCopy, 'attachments'>).attachments) }
}

function receiptsIn(entries: ReadonlyMap<string, ZipEntry>, attachments: AccountCopy['attachments']): CopiedFiles {
  const types = new Map(attachments.map(({ id, type }) => [id, type]))
  return new Map(
    [...entries].flatMap(([name, entry]) => {
      const id = RECEIPT_FILE.exec(name)?.[1] ?? ''
      const type = types.get(id)
      return type && entry.size <= MAX_ATTACHMENT_BYTES ? [[id, { ...entry, type }] as const] : []
    }),
  )
}

/**
 * Reads a copy and checks its sums, so that a modified file is reported before anything is sent. The server validates the
 * complete contract.
 */
export async function readCopy(chosen: Pick<File, 'size' | 'text'>): Promise<CopyReadResult> {
  if (chosen.size > MAX_COPY_BYTES) return { problem: 'Este arquivo tem mais de 20 MB. Uma cópia do Prumo é menor.' }
  try {
    const file = JSON.parse(await chosen.text()) as Record<string, unknown>
    // A copy of before there were wallets, rules, receipts, deliveries or closed months has none.
    const copy = toCentavos(
      structuredClone({ wallets: [], rules: [], attachments: [], deliveries: [], months: [], ...file }),
    ) as unknown as AccountCopy
    if (!isWhole(copy)) return { problem: restoreTexts.changed }
    const { exportedAt, totals, balance, emergencyFund, imports, recurrences, movements, wallets, attachments, user } = copy
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
      attachments: attachments.length,
      records: recordsOf(copy),
      businessName,
    }
    return { file, contents, files: NO_FILES }
  } catch {
    // Not JSON, or not in the format of a copy.
    return { problem: restoreTexts.notOurs }
  }
}
