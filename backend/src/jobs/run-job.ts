import type { PoolClient } from 'pg'
import type { Begun, Completion, Outbox } from './outbox.js'
import type { Job, JobWorker, Tools } from './job-worker.js'

const ATTEMPTS = 10
const TOUCH_EVERY_MS = 15_000

/** How a run ended. */
export type Ended =
  | { how: 'done' }
  /** It failed; the job is to be run again. */
  | { how: 'failed' | 'dead'; failure: unknown; kindOfFailure: string; attempt: number }
  /** The process is ending; the job is to be run by another. */
  | { how: 'cut short' }

/** Thrown out of a run to end it: the job was done by another run meanwhile. */
class DoneElsewhere extends Error {}

/** A job that was begun as often as allowed and never came to an end: its runs took their process with them. */
class NeverEnded extends Error {
  override readonly name = 'NeverEnded'
}

/** Runs one job: what the outbox says is to be done of it, until that is done. Rejects when the outbox is out of reach. */
export async function runJob(worker: JobWorker, subject: string, outbox: Outbox, tools: Tools, signal: AbortSignal): Promise<Ended> {
  const begun = await outbox.begin(worker.kind, subject)
  if (!begun) return { how: 'done' }
  const touching = setInterval(() => void outbox.touch(begun.ids).catch(() => undefined), TOUCH_EVERY_MS)
  const job = new Running(worker, subject, begun, outbox, tools, signal)
  try {
    if (begun.attempt > (worker.attempts ?? ATTEMPTS)) throw new NeverEnded()
    await worker.run(job, tools)
    if (!job.isComplete) await outbox.complete(worker.kind, subject, begun.ids)
    return { how: 'done' }
  } catch (failure) {
    return await end(failure, worker, begun, outbox, signal)
  } finally {
    clearInterval(touching)
  }
}

/**
 * Runs the jobs of many subjects at once: one statement begins them, one writes what they came to and ends them.
 * @returns those that are to run by themselves: what was begun before, and all of them when anything failed, because one
 *   of them may be the reason
 */
export async function runTogether({ kind, together }: JobWorker, subjects: readonly string[], outbox: Outbox, tools: Tools): Promise<readonly string[]> {
  if (!together || subjects.length === 1) return subjects
  const begun = [...(await outbox.beginAll(kind, subjects))]
  // One that did not come to an end before may have taken its process with it, and is not to take the others along again.
  const again = begun.filter(([, { attempt }]) => attempt > 1)
  const first = begun.filter(([, { attempt }]) => attempt === 1)
  const present = first.map(([subject]) => subject)
  const ended = async () => outbox.completeWriting(kind, present, idsOf(first), await together.run(present, tools))
  const alone = present.length === 0 || (await ended().then(() => true, () => false)) ? again : begun
  // Each is begun anew by itself, and tells its own failure then.
  if (alone.length > 0) await outbox.giveBack(idsOf(alone))
  return alone.map(([subject]) => subject)
}

function idsOf(rows: readonly (readonly [string, { ids: string[] }])[]): string[] {
  return rows.flatMap(([, { ids }]) => ids)
}

async function end(failure: unknown, worker: JobWorker, { ids, attempt }: Begun, outbox: Outbox, signal: AbortSignal): Promise<Ended> {
  if (failure instanceof DoneElsewhere) return { how: 'done' }
  if (signal.aborted && failure === signal.reason) {
    await outbox.giveBack(ids)
    return { how: 'cut short' }
  }
  const kindOfFailure = kindOf(failure)
  const ended = { failure, kindOfFailure, attempt }
  if (attempt < (worker.attempts ?? ATTEMPTS)) return { how: 'failed', ...ended }
  await outbox.bury(ids, kindOfFailure)
  return { how: 'dead', ...ended }
}

/** The kind of a failure in a word or two; never its message, which may quote someone's data. */
function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure
  const { code } = failure as { code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${failure.name} ${code}` : failure.name
}

class Running implements Job {
  readonly id: string
  readonly accountId: string | null
  readonly attempt: number
  isComplete = false

  constructor(
    private readonly worker: JobWorker,
    readonly subject: string,
    private readonly begun: Begun,
    private readonly outbox: Outbox,
    private readonly tools: Tools,
    readonly signal: AbortSignal,
  ) {
    this.id = begun.ids[0] as string
    this.accountId = begun.accountId
    this.attempt = begun.attempt
  }

  async complete(effect: (client: PoolClient) => Promise<void>): Promise<void> {
    await this.tools.database.transaction(async (client) => {
      // First, so that of two runs that got here at once the second waits for the first, and then finds nothing.
      if (!(await this.outbox.complete(this.worker.kind, this.subject, this.begun.ids, client))) throw new DoneElsewhere()
      await effect(client)
    })
    this.isComplete = true
  }

  async completeWriting(completion: Completion): Promise<void> {
    const done = await this.outbox.completeWriting(this.worker.kind, [this.subject], this.begun.ids, completion)
    if (done.length === 0) throw new DoneElsewhere()
    this.isComplete = true
  }
}
