import type { JobClaim, Outbox } from './outbox.js'
import type { Job, JobWorker, JobContext } from './job-worker.js'

const ATTEMPTS = 10
const BACKOFF_MS = 1_000

/** The result of a run. */
export type JobResult =
  | { how: 'done' }
  /** To be retried after `retryMs`. */
  | { how: 'failed'; failure: unknown; retryMs: number }
  /** Out of attempts. */
  | { how: 'dead'; failure: unknown }
  /** The process is shutting down; another one will run the job. */
  | { how: 'cut short' }

/** Thrown to end a run whose lease has expired: another run has taken over the job. */
class LostClaim extends Error {}

/** A job whose every attempt ended with its worker's death. */
class NeverEnded extends Error {
  override readonly name = 'NeverEnded'
}

/** Runs a claimed job and ends its claim. Rejects when the database is unavailable; the lease then expires by itself. */
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
        // First, so that a run that lost its claim waits for the current holder, and then finds the job completed.
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
 * Runs jobs claimed together as a batch: one statement stores their results and completes them. @returns the claims to run one
 * by one
 */
export async function runBatch(
  { batch }: JobWorker,
  claims: readonly JobClaim[],
  outbox: Outbox,
  tools: JobContext,
): Promise<readonly JobClaim[]> {
  // A job that an earlier run did not complete may have killed its worker: it runs alone, so as not to affect the others.
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
    // Any of them may have failed; run alone, it reports its own failure.
    return claims
  }
}

/** The kind of a failure, never its message, which may quote personal data. */
function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure
  const { code } = failure as { code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${failure.name} ${code}` : failure.name
}
