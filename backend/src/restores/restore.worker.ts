import { Rejected, type RejectionCode } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { QuotaReached } from '../event-store/decider/decider.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { restorePortion } from './restore-commands.js'
import type { CopyItem } from './copy-items.js'
import { END, findKeptCopy, noteProblems, openPortion, PORTION, RESTORE } from './kept-copies.js'
import { NotEmpty } from './restore.decider.js'

/** Rejections by rules; anything else, such as an outage, is retried. */
const REFUSALS: readonly RejectionCode[] = ['CONFLICT', 'VALIDATION', 'NOT_FOUND', 'QUOTA_EXCEEDED', 'MONTH_CLOSED']

/**
 * Restores a copy, portion by portion; the subject is the restore. Resumes where another run ended. Refused items are
 * found by halving the portion, listed, and skipped. After a reset or an erasure nothing is left to restore.
 */
export const restoreWorker: JobWorker = {
  kind: RESTORE,
  attempts: 6,
  async run(job, { database, reading, commands }) {
    const accountId = job.accountId ?? ''
    const present = async () => {
      const kept = await findKeptCopy(database, accountId)
      return kept && kept.id === job.subject && !kept.isEnded ? kept : null
    }
    let kept = await present()
    if (!kept) return
    const key = await loadAccountKey(database, reading.keys, accountId)
    let opened: { from: number; items: readonly CopyItem[] } | undefined
    for (let size = PORTION; kept.done < kept.total;) {
      job.signal.throwIfAborted()
      const from: number = kept.done
      if (!opened || from >= opened.from + opened.items.length) opened = await openPortion(database, key, accountId, kept.id, from)
      const start: number = from - opened.from
      const portion = beforeClosings(opened.items.slice(start, start + size))
      if (portion.length === 0)
        return noteProblems(
          database,
          { key, accountId, kept: { ...kept, problems: null } },
          [{ at: '', reason: restoreTexts.unreadable }],
          0,
        )
      try {
        const today = database.clock.today()
        await commands.execute(restorePortion({ accountId, restoreId: kept.id, from, items: portion, today }))
        size = PORTION
      } catch (refusal) {
        if (!(refusal instanceof Rejected) || !REFUSALS.includes(refusal.code)) throw refusal
        const now = await present()
        if (!now) return
        const restored = { key, accountId, kept: now }
        if (refusal instanceof NotEmpty) return noteProblems(database, restored, [{ at: '', reason: refusal.message }], 0)
        if (now.done === from && portion.length === 1) {
          const unfit = refusal instanceof QuotaReached ? itemsOfKind(opened.items, start) : portion
          const reasons = unfit.map(({ at, name }) => ({ at, reason: `${name}: ${refusal.message}` }))
          await noteProblems(database, restored, reasons, unfit.length)
        } else if (now.done === from) size = Math.ceil(portion.length / 2)
      }
      kept = await present()
      if (!kept) return
    }
    const { id } = kept
    await job.complete(async (client) => void (await client.query({ ...END, values: [accountId, id] })))
  },
}

/** The items up to the first closing, if it does not begin with one: a closing states what is settled once the others are restored. */
function beforeClosings(items: readonly CopyItem[]): readonly CopyItem[] {
  const first = items.findIndex(({ kind }) => kind === 'month')
  return first > 0 ? items.slice(0, first) : items
}

/** The following items of the same kind: beyond a quota, all of them are refused. */
function itemsOfKind(items: readonly CopyItem[], from: number): readonly CopyItem[] {
  const end = items.findIndex(({ kind }, index) => index > from && kind !== items[from]?.kind)
  return items.slice(from, end === -1 ? undefined : end)
}
