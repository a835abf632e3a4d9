import { Rejected, type RejectionCode } from '@prumo/shared/rejections'
import type { AccountCopy } from '@prumo/shared/restore'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { accountKey } from '../imports/line-keys.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { bringing } from './bringing.js'
import { itemsOf } from './copy-items.js'
import { END, findKept, noteProblem, openCopy, RESTORE } from './kept-copies.js'
import { NotEmpty } from './restore.decider.js'

/** So many items are one command: small enough that others write between them, and that a telephone sees it go on. */
export const PORTION = 500

/** A rule had its say; anything else, an outage among it, is tried again. */
const REFUSALS: readonly RejectionCode[] = ['CONFLICT', 'VALIDATION', 'NOT_FOUND']

/**
 * Brings a copy into its account, portion by portion; the subject is the restore. It goes on where another run ended. What is
 * refused in a portion is found by halving it, named, and left out. After a reset or an erasure there is nothing to bring.
 */
export const restoreWorker: JobWorker = {
  kind: RESTORE,
  attempts: 6,
  async run(job, { database, reading, commands }) {
    const accountId = job.accountId ?? ''
    const present = async () => {
      const kept = await findKept(database, accountId)
      return kept && kept.id === job.subject && !kept.isEnded ? kept : null
    }
    let kept = await present()
    if (!kept) return
    const key = await accountKey(database, reading.keys, accountId)
    const copy = readCopy(() => openCopy(key, accountId, kept!))
    if (!copy)
      return noteProblem(database, { key, accountId, kept: { ...kept, problems: null } }, { at: '', reason: restoreTexts.unreadable }, 0)
    const items = itemsOf(copy)
    for (let size = PORTION; kept.done < items.length;) {
      job.signal.throwIfAborted()
      const from: number = kept.done
      const portion = items.slice(from, from + size)
      try {
        const today = database.clock.today()
        await commands.execute(bringing({ accountId, restoreId: kept.id, copy, from, items: portion, today }))
        size = PORTION
      } catch (refusal) {
        if (!(refusal instanceof Rejected) || !REFUSALS.includes(refusal.code)) throw refusal
        const now = await present()
        if (!now) return
        const told = { key, accountId, kept: now }
        if (refusal instanceof NotEmpty) return noteProblem(database, told, { at: '', reason: refusal.message }, 0)
        const [first] = portion
        if (now.done === from && portion.length === 1 && first)
          await noteProblem(database, told, { at: first.at, reason: `${first.name}: ${refusal.message}` }, 1)
        else if (now.done === from) size = Math.ceil(portion.length / 2)
      }
      kept = await present()
      if (!kept) return
    }
    const { id } = kept
    await job.complete(async (client) => void (await client.query({ ...END, values: [accountId, id] })))
  },
}

/** Null where what was kept is damaged. */
function readCopy(open: () => string): AccountCopy | null {
  try {
    return JSON.parse(open()) as AccountCopy
  } catch {
    return null
  }
}
