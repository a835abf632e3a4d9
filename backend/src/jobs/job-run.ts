import type { JobClaim, Outbox } from './outbox.js'
import type { Job, JobWorker, JobContext } from './job-worker.js'

const ATTEMPTS = 10
const BACKOFF_MS = 1_000

/** How a run ended. */
export type JobResult =
  | { how: 'done' }
  /** To be tried again in so many milliseconds. */
  | { how: 'failed'; failure: unknown; retryMs: number }
  /** Tried as often as allowed. */
  | { how: 'dead'; failure: unknown }
  /** The process is ending; the job is to be run by another. */
  | { how: 'cut short' }

/** Thrown out of a run to end it: its lease ended, and another run does the job, or did. */
class LostClaim extends Error {}

/** A job that was claimed as often as allowed and never ended: each time its worker died. */
class NeverEnded extends Error {
  override readonly name = 'NeverEnded'
}

/** Runs one claimed job, and ends its claim. Rejects when the outbox is out of reach: then the lease ends by itself. */
export async function runJob(
  worker: JobWorker,
  claim: JobClaim,
  outbox: Outbox,
  tools: JobContext,
  signal: AbortSignal,
): Promise<JobResult> {
  let isComplete = false
  const job: Job = {
    ...claim,
    signal,
    async complete(effect) {
      await tools.database.transaction(async (client) => {
        // First, so that a run that lost its claim meanwhile waits for the one that has it, and then finds nothing.
        if (!(await outbox.complete(claim, client))) throw new LostClaim()
        await effect(client)
      })
      isComplete = true
    },
    async completeWith(completion) {
      await outbox.completeWith([claim], completion)
      isComplete = true
    },
  }
  const { attempts = ATTEMPTS, backoffMs = BACKOFF_MS } = worker
  try {
    signal.throwIfAborted()
    if (claim.attempt > attempts) throw new NeverEnded()
    await worker.run(job, tools)
    if (!isComplete) await outbox.complete(claim)
    return { how: 'done' }
  } catch (failure) {
    if (failure instanceof LostClaim) return { how: 'done' }
    if (signal.aborted && failure === signal.reason) {
      await outbox.release(claim, 0, false)
      return { how: 'cut short' }
    }
    if (claim.attempt < attempts) {
      const retryMs = backoffMs * 2 ** Math.min(claim.attempt - 1, 20)
      await outbox.release(claim, retryMs, true)
      return { how: 'failed', failure, retryMs }
    }
    await outbox.deadLetter(claim, kindOf(failure))
    return { how: 'dead', failure }
  }
}

/**
 * Runs jobs that were claimed together at once: one statement writes what they came to and ends them. @returns those
 * that are to run by themselves
 */
export async function runBatch(
  { batch }: JobWorker,
  claims: readonly JobClaim[],
  outbox: Outbox,
  tools: JobContext,
): Promise<readonly JobClaim[]> {
  // A job that was claimed before and did not end may be what killed its worker: it runs alone, so as not to end the others.
  const first = claims.filter(({ attempt }) => attempt === 1)
  if (!batch || first.length < 2) return claims
  try {
    await outbox.completeWith(
      first,
      await batch.run(
        first.map(({ subject }) => subject),
        tools,
      ),
    )
    return claims.filter(({ attempt }) => attempt > 1)
  } catch {
    // Any of them may have failed; run by itself, it reports its own failure.
    return claims
  }
}

/** The kind of a failure in a word or two; never its message, which may quote someone's data. */
function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure
  const { code } = failure as { code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${failure.name} ${code}` : failure.name
}
