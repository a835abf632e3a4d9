import type { ExportedAttachment } from '@prumo/shared/attachments'
import { ApiError } from '../lib/api'
import { readAhead } from '../lib/read-ahead'
import type { Account } from './account'
import { inTurn } from './in-turn'

/** So many receipts of at most 5 MB are hashed in memory at the same time. */
const RECEIPTS_AHEAD = 4

/** The bytes of receipts of an export. */
export interface ExportedFiles {
  /** By the receipt's id. */
  files: ReadonlyMap<string, Blob>
  /** How many the server does not have any more, or cannot open. */
  missing: number
}

/**
 * `GET /data/attachments/{id}` of each receipt, a few at the same time.
 * @param fetched keeps what has arrived, so that a second attempt goes on from there
 * @throws failures of the connection, for `refusalOf`
 */
export async function fetchExportedFiles(
  account: Account,
  attachments: readonly ExportedAttachment[],
  fetched: Map<string, Blob>,
  onProgress: (done: number) => void,
): Promise<ExportedFiles> {
  const wanted = attachments.filter(({ id }) => !fetched.has(id))
  let [done, missing] = [attachments.length - wanted.length, 0]
  onProgress(done)
  // Kept as it arrives: what is under way beside a failure is not fetched again.
  const fetchOne = async ({ id, type, sha256 }: ExportedAttachment): Promise<boolean> => {
    const content = await fetchWhole(account, id, type, sha256)
    if (content) fetched.set(id, content)
    return content !== null
  }
  for await (const isWhole of readAhead(wanted, RECEIPTS_AHEAD, fetchOne)) {
    if (!isWhole) missing += 1
    onProgress((done += 1))
  }
  return { files: fetched, missing }
}

/** Null for one that is gone or damaged: the others are worth having without it. */
async function fetchWhole(account: Account, id: string, type: string, sha256: string): Promise<Blob | null> {
  try {
    const content = await inTurn(() => account.getFile(`/data/attachments/${encodeURIComponent(id)}`, type))
    return (await hashOf(content)) === sha256 ? content : null
  } catch (failure) {
    if (failure instanceof ApiError && (failure.status === 404 || failure.code === 'INTERNAL')) return null
    throw failure
  }
}

async function hashOf(content: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
