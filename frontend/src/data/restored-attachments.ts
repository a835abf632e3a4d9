import { useQuery } from '@tanstack/react-query'
import type { MissingAttachments } from '@prumo/shared/attachments'
import type { Restore, RestoreAnswer } from '@prumo/shared/restore'
import { ApiError, FILE_MS, messageOf } from '../lib/api'
import { newId } from '../lib/new-id'
import type { ZipEntry } from '../lib/zip-archive'
import type { Account } from './account'
import { RESTORE_KEY } from './restore'

/**
 * Brings the receipts of a restored copy, whose bytes only the file on this device has. They are sent one by one once the records
 * are in the account, for as long as the page is open; the same file again goes on with what is missing.
 */

/** The receipts in the file of a copy, by their ids in it. */
export type CopiedFiles = ReadonlyMap<string, ZipEntry & { type: string }>

/** The progress of sending them. */
export interface BroughtAttachments {
  isRunning: boolean
  /** Of those that were missing at the start. */
  total: number
  done: number
  /** How many the account refused, or the file does not have whole. */
  refused: number
  /** Why it stopped; null if it did not. */
  failure: string | null
}

const BROUGHT_KEY = ['restore', 'attachments'] as const
const POLL_MS = 1000

/** Null where this page has sent none. */
export function useBroughtAttachments(): BroughtAttachments | null {
  const { data = null } = useQuery<BroughtAttachments | null>({ queryKey: BROUGHT_KEY, queryFn: () => null, enabled: false })
  return data
}

/** Sends the receipts of a restore. Resolves when all are sent, or one could not be. Never rejects. */
export async function bringAttachments(account: Account, restoreId: string, files: CopiedFiles): Promise<void> {
  const { client } = account
  if (client.getQueryData<BroughtAttachments | null>(BROUGHT_KEY)?.isRunning) return
  const show = (change: Partial<BroughtAttachments>) =>
    client.setQueryData<BroughtAttachments | null>(BROUGHT_KEY, (before) => ({ ...(before ?? NOTHING_YET), ...change }))
  client.setQueryData(BROUGHT_KEY, { ...NOTHING_YET, isRunning: true })
  try {
    const { state, attachments: total } = await endOf(account, restoreId)
    if (state === 'done') {
      show({ total })
      await sendAll(account, restoreId, files, show)
    }
    show({ isRunning: false })
  } catch (failure) {
    show({ isRunning: false, failure: messageOf(failure) })
  }
  void client.invalidateQueries()
}

const NOTHING_YET: BroughtAttachments = { isRunning: false, total: 0, done: 0, refused: 0, failure: null }

/** The restore, once its records are in the account or it failed. */
async function endOf(account: Account, restoreId: string): Promise<Restore> {
  for (;;) {
    const { restore } = await account.get<RestoreAnswer>(`/data/restore/${encodeURIComponent(restoreId)}`)
    account.client.setQueryData(RESTORE_KEY, restore)
    if (restore.state !== 'running') return restore
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function sendAll(
  account: Account,
  restoreId: string,
  files: CopiedFiles,
  show: (change: Partial<BroughtAttachments>) => void,
): Promise<void> {
  let [done, refused] = [0, 0]
  let after: string | undefined
  for (;;) {
    // Refused receipts stay missing: the next answer begins behind them.
    const { missing } = await account.get<MissingAttachments>(`/data/restore/${encodeURIComponent(restoreId)}/attachments`, { after })
    if (missing.length === 0) return
    after = missing.at(-1)
    for (const id of missing) {
      if (await isSent(account, restoreId, id, files)) done += 1
      else refused += 1
      show({ done, refused })
    }
  }
}

/** @throws where the connection or the server failed, so that it can go on later */
async function isSent(account: Account, restoreId: string, id: string, files: CopiedFiles): Promise<boolean> {
  const entry = files.get(id)
  const content = entry && (await entry.read().catch(() => null))
  if (!content) return false
  try {
    await account.send({
      method: 'POST',
      path: `/data/restore/${encodeURIComponent(restoreId)}/attachments?id=${encodeURIComponent(id)}`,
      body: new Blob([content], { type: entry.type }),
      headers: { 'Idempotency-Key': newId() },
      timeoutMs: FILE_MS,
    })
    return true
  } catch (failure) {
    if (failure instanceof ApiError && REFUSED.has(failure.status)) return false
    throw failure
  }
}

/** Not the receipt of the copy, no place for it any more, or too long on the way: the others are tried all the same. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 408, 409, 413, 415, 422])
