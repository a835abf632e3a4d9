import type { CommandBus } from '@nestjs/cqrs'
import type { PoolClient } from 'pg'
import type { LogReading } from '../event-store/log-reading.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import type { Mailer } from '../platform/mail/mailer.js'
import type { JobClaim, JobCompletion } from './outbox.js'

/** Services available to jobs. */
export interface JobContext {
  settings: Settings
  database: Database
  reading: LogReading
  commands: CommandBus
  mailer: Mailer
}

/** One run of a job. An earlier run may have been interrupted at any point. */
export interface Job extends Readonly<Pick<JobClaim, 'id' | 'subject' | 'accountId' | 'attempt'>> {
  /** Aborted when the process shuts down: a long run checks it now and then, and throws its reason. */
  readonly signal: AbortSignal
  /**
   * Commits the effect atomically with the job's completion, so that it happens once. Throws what `effect` throws, and ends the
   * run when its claim was lost.
   */
  complete(effect: (client: PoolClient) => Promise<void>): Promise<void>
  /** Like `complete`, in one statement. */
  completeWith(completion: JobCompletion): Promise<void>
}

/** Processes jobs of many subjects with one statement. */
export interface JobBatch {
  /** Maximum number of subjects. */
  readonly maxSize: number
  /** Does the work of these subjects. After a failure each runs alone. */
  run(subjects: readonly string[], tools: JobContext): Promise<JobCompletion>
}

/**
 * A kind of job, in a `*.worker.ts`. Its run must be idempotent, and ends in a command or a stored answer. The job is completed
 * when it returns, and retried when it throws.
 */
export interface JobWorker {
  readonly kind: string
  /** Attempts before the job becomes a dead letter; 10 by default. */
  readonly attempts?: number
  /** Milliseconds between the first two attempts, doubled each time; 1000 by default. */
  readonly backoffMs?: number
  /** Concurrent runs per process; 4 by default. */
  readonly concurrency?: number
  /** Batch processing of many quick subjects; each runs alone by default. */
  readonly batch?: JobBatch
  /** True for a job that runs once each day in São Paulo, right after midnight; its subject is the date. */
  readonly daily?: boolean
  /** True for a job that runs once each hour; its subject is the hour in São Paulo, such as `2026-11-30T08`. */
  readonly hourly?: boolean
  run(job: Job, tools: JobContext): Promise<void>
}
