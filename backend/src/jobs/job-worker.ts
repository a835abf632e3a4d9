import type { CommandBus } from '@nestjs/cqrs'
import type { PoolClient } from 'pg'
import type { LogReading } from '../event-store/log-reading.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import type { Mailer } from '../platform/mail/mailer.js'
import type { JobClaim, JobCompletion } from './outbox.js'

/** What the work of a job may use. */
export interface JobContext {
  settings: Settings
  database: Database
  reading: LogReading
  commands: CommandBus
  mailer: Mailer
}

/** One run of a job. It may not be the first: a run may have ended anywhere, and its worker may have been killed. */
export interface Job extends Readonly<Pick<JobClaim, 'id' | 'subject' | 'accountId' | 'attempt'>> {
  /** Aborted when the process is to end: a long run checks it now and then, and throws its reason. */
  readonly signal: AbortSignal
  /**
   * Commits the effect together with the end of the job, so that it happens once. Throws what `effect` throws, and
   * ends the run when its claim was lost to another one.
   */
  complete(effect: (client: PoolClient) => Promise<void>): Promise<void>
  /** The same in one statement. */
  completeWith(completion: JobCompletion): Promise<void>
}

/** How the jobs of many subjects are done with one statement. */
export interface JobBatch {
  /** So many at most. */
  readonly maxSize: number
  /** Does the work of these subjects. What it throws has each of them run by itself. */
  run(subjects: readonly string[], tools: JobContext): Promise<JobCompletion>
}

/**
 * A kind of job, in a `*.worker.ts`. Its run is idempotent, and ends in a command or a stored answer; when it returns,
 * the job is done, and when it throws, it is tried again.
 */
export interface JobWorker {
  readonly kind: string
  /** How many runs a job gets before it counts as dead; 10 if not said. */
  readonly attempts?: number
  /** Milliseconds between the first run and the second, doubled each time; 1000 if not said. */
  readonly backoffMs?: number
  /** How many run at once in a process; 4 if not said. */
  readonly concurrency?: number
  /** How many subjects are done at once, where they are many and each is quickly done; each alone if not said. */
  readonly batch?: JobBatch
  /** True for what is done once each day of São Paulo, right after midnight; its subject is the date. */
  readonly daily?: boolean
  run(job: Job, tools: JobContext): Promise<void>
}
