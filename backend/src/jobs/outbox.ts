import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { DatabaseError, type PoolClient } from 'pg'
import type { SqlStatement } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import type { Places } from '../platform/database/places.js'
import { Signal } from '../platform/signal.js'

/** Work to be done after a commit: the kind of job, and its subject. */
export interface OutboxEntry {
  kind: string
  /** The object of the job: an id or a date. Rows of the same kind and subject are one job. */
  subject: string
  /** The account it belongs to; stored as `NO_ACCOUNT` when absent. */
  accountId?: string
  /** Milliseconds to wait for more of the same, so that a burst is one run; 0 by default. */
  batchDelayMs?: number
}

/** Published for rows once they are durable, so that workers need not wait for their next sweep. */
export const outboxWritten = new Signal<readonly Pick<OutboxEntry, 'kind' | 'batchDelayMs'>[]>('outbox-written')

/** An id that no account has: a null could not be routed in a distributed database. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Inserts one row with the values of `outboxValues`. Within a larger statement a `from` or `where` may follow. */
export const OUTBOX_INSERT = outboxInsert(0)

/** `OUTBOX_INSERT` for a row with a batch delay in milliseconds. */
export function outboxInsert(batchDelayMs: number): string {
  return `insert into outbox (kind, subject, account_id, due_at) select $1::text, $2::text, $3::uuid, now() + interval '${batchDelayMs} milliseconds'`
}

/** Inserts one row with the values of `outboxValues`, and as the fourth the time when its job is due. */
export const OUTBOX_INSERT_DUE = `insert into outbox (kind, subject, account_id, due_at) values ($1, $2, $3, $4::timestamptz)`

/** The values of `OUTBOX_INSERT`, in order. */
export function outboxValues({ kind, subject, accountId }: OutboxEntry): unknown[] {
  return [kind, subject, accountId ?? NO_ACCOUNT]
}

/** A job leased to one worker. */
export interface JobClaim {
  /** The same in every run; serves as the idempotency key of the job's command. */
  id: string
  kind: string
  /** The subject of the outbox row. */
  subject: string
  accountId: string | null
  /** Number of claims including this one: 1 for the first run. */
  attempt: number
  token: string
}

/** A statement that stores results and completes jobs in one round trip. */
export interface JobCompletion {
  readonly name: string
  /**
   * Common table expressions of the statement. They may write for the subjects in `held` only, and must define `covered
   * (subject)`, the jobs that are complete; the others are left to another worker. $1 is the kind, $4 the accounts; own values
   * begin at $5.
   */
  readonly write: string
  readonly values: readonly unknown[]
}

/** A job that failed all its attempts. */
export interface DeadLetter extends Pick<JobClaim, 'id' | 'kind' | 'subject' | 'accountId'> {
  attempts: number
  failedAt: Date
  /** The kind of failure only; details are in the logs. */
  failure: string
}

/** Backlog of one kind. */
export interface KindBacklog {
  kind: string
  waiting: number
  /** Claimed by a worker. */
  claimed: number
  dead: number
  /** Seconds since the oldest waiting job became due; null when none is. */
  oldestDue: number | null
  /** Age in seconds of the oldest job that is neither done nor dead. */
  oldestOpen: number | null
}

/** Lease of a job. Longer runs extend it. */
const LEASE = `interval '15 seconds'`
/** Delay of a job that only a newer release's worker can complete. */
const POSTPONED_BY = `interval '3 seconds'`

// Rows are found by a previously built array of ids. A join planned while the table was empty would scan it for as long as the
// connection lives. For the same reason the index of due rows has a unique condition, `num_nulls(failed_at) = 1`, which no
// other lookup can use.

// A job is the set of its open rows: the first is claimed on behalf of the others, whose events its run will see. A row that is
// claimed or waits for a retry holds back later ones. Locked rows are skipped. If two workers claim one job anyway, the unique
// index refuses the second.
const isClaimableSql = (of: string) => `
  (select 1 from outbox w where ${of} w.kind = $1 and w.subject = o.subject and w.failed_at is null
    and w.due_at > now() and (w.claim is not null or w.attempts > 0) limit 1) is null`

const claimSql = (name: string, of: (rows: string) => string): SqlStatement & { text: string } => ({
  name,
  text: `
    with due as materialized (
      select subject from outbox o where ${of('o')} kind = $1 and num_nulls(failed_at) = 1 and due_at <= now()
        and ${isClaimableSql(of('w'))}
      order by due_at limit $2 for update of o skip locked
    ), leaders as materialized (
      select distinct on (subject) id from outbox r where ${of('r')} kind = $1 and subject = any(array(select subject from due)) and failed_at is null
      order by subject, claim is null, attempts desc, created_at, id
    ), held as materialized (
      select id, subject from outbox r where ${of('r')} id = any(array(select id from leaders)) and failed_at is null and (claim is null or due_at <= now())
      for update skip locked
    ), joined as (
      delete from outbox r where ${of('r')} id = any(array(
        select id from outbox r where ${of('r')} kind = $1 and subject = any(array(select subject from held)) and num_nulls(claim, failed_at) = 2
          and id <> all(array(select id from held)) for update skip locked))
    ), claimed as (
      update outbox r set claim = $3, due_at = now() + ${LEASE}, attempts = attempts + 1
      where ${of('r')} id = any(array(select id from held))
      returning id, kind, subject, nullif(account_id, '${NO_ACCOUNT}') as "accountId", attempts as attempt, claim as token
    )
    select * from claimed`,
})

const CLAIM = claimSql('claim-jobs', () => '')

/**
 * Like `CLAIM`, for accounts in one place, with a condition on the account for every table, so that Citus routes it to one
 * node.
 */
const CLAIM_IN_PLACE = claimSql('claim-jobs-of', (rows) => `${rows}.account_id = any($4::uuid[]) and`)

/** The accounts of the jobs of a kind that are due first, in any place; takes no locks. */
const FIRST_DUE = {
  name: 'first-jobs',
  text: `
    select account_id as account from outbox o
    where kind = $1 and num_nulls(failed_at) = 1 and due_at <= now() and ${isClaimableSql('w.account_id = o.account_id and')}
    order by due_at limit $2`,
}

/** Conflicts of claims: two workers claimed one job (unique violation), or a deadlock. The refused claim is retried at once. */
const CLAIM_CONFLICTS = new Set(['23505', '40P01'])
/** Attempts of one claim; after these it fails, and the next sweep claims again. */
const CLAIM_ATTEMPTS = 5

// Skips locked rows: the lock's holder is completing the job.
const EXTEND = {
  name: 'extend-leases',
  text: `
    update outbox set due_at = now() + ${LEASE}
    where account_id = any($3::uuid[])
      and id = any(array(select id from outbox where account_id = any($3::uuid[]) and id = any($1::uuid[]) and claim = $2 for update skip locked))`,
}

const RELEASE = {
  name: 'release-job',
  text: `
    update outbox set claim = null, due_at = now() + $3::float8 * interval '1 millisecond', attempts = attempts - $4::integer
    where account_id = $5 and id = $1 and claim = $2`,
}

const DEAD_LETTER = {
  name: 'dead-letter-job',
  text: `update outbox set claim = null, failed_at = now(), failure = $3 where account_id = $4 and id = $1 and claim = $2`,
}

/** The completion of a job whose effect is written elsewhere. */
const COMPLETION_WITHOUT_WRITE = {
  name: 'complete-job',
  write: 'covered as (select subject from held)',
  values: [],
}

// Earlier dead letters of the same job are completed as well.
const completeSql = (write: string) => `
  with held as materialized (
    select id, subject from outbox where account_id = any($4::uuid[]) and id = any($2::uuid[]) and claim = $3 order by id for update),
  ${write},
  done as materialized (select id, subject from held where subject in (select subject from covered)),
  ended as (delete from outbox where account_id = any($4) and id = any(array(select id from done))),
  dead as (
    delete from outbox where account_id = any($4) and id = any(array(
      select id from outbox where account_id = any($4) and kind = $1 and subject = any(array(select subject from done)) and failed_at is not null
      for update skip locked))
  ),
  left_over as (
    update outbox set claim = null, due_at = now() + ${POSTPONED_BY}, attempts = attempts - 1
    where account_id = any($4) and id = any(array(select id from held except select id from done))
  )
  select array_agg(subject) as done from done`

/** The account that a claim's row is stored under. */
function accountOf({ accountId }: JobClaim): string {
  return accountId ?? NO_ACCOUNT
}

interface CompletedRow {
  done: string[] | null
}

const RETRY = {
  text: `
    update outbox set failed_at = null, failure = null, attempts = 0, due_at = now()
    where failed_at is not null and ($1::uuid is null or id = $1) returning id`,
}

const DEAD_LETTERS = {
  text: `
    select id, kind, subject, nullif(account_id, '${NO_ACCOUNT}') as "accountId", attempts, failed_at as "failedAt", failure
    from outbox where failed_at is not null order by failed_at limit $1`,
}

const BACKLOG = {
  name: 'outbox-backlog',
  text: `
    select kind,
      count(*) filter (where num_nulls(claim, failed_at) = 2) as waiting,
      count(claim) as claimed,
      count(failed_at) as dead,
      extract(epoch from now() - min(due_at) filter (where num_nulls(claim, failed_at) = 2 and due_at <= now()))::float8 as "oldestDue",
      extract(epoch from now() - min(created_at) filter (where failed_at is null))::float8 as "oldestOpen"
    from outbox group by kind order by kind`,
}

/** The outbox table: work enqueued with commits, and the queue that workers claim it from. */
@Injectable()
export class Outbox {
  constructor(private readonly database: Database) {}

  /**
   * Claims up to `most` jobs of a kind in one place, those due longest first; each job is claimed by one caller only. Throws
   * Postgres' error after repeated conflicts with other workers.
   */
  async claim(kind: string, most: number): Promise<JobClaim[]> {
    const { places } = this.database
    for (let attempt = 1; ; attempt++) {
      try {
        return await (places ? this.#claimInOnePlace(places, kind, most) : this.database.rows<JobClaim>(CLAIM, [kind, most, randomUUID()]))
      } catch (error) {
        const isConflict = error instanceof DatabaseError && CLAIM_CONFLICTS.has(error.code ?? '')
        if (!isConflict || attempt === CLAIM_ATTEMPTS) throw error
      }
    }
  }

  /** Claims in the place of the jobs that are due first, or the next one when those are all claimed. */
  async #claimInOnePlace(places: Places, kind: string, most: number): Promise<JobClaim[]> {
    const accounts = new Map<string, Set<string>>()
    for (const { account } of await this.database.rows<{ account: string }>(FIRST_DUE, [kind, most])) {
      const { key } = await places.of(account)
      accounts.set(key, (accounts.get(key) ?? new Set()).add(account))
    }
    for (const here of accounts.values()) {
      const claims = await this.database.rows<JobClaim>(CLAIM_IN_PLACE, [kind, most, randomUUID(), [...here]])
      if (claims.length > 0) return claims
    }
    return []
  }

  /** Extends the leases of jobs that were claimed together. */
  async extend(claims: readonly JobClaim[]): Promise<void> {
    await this.database.rows(EXTEND, [claims.map(({ id }) => id), claims[0]?.token, claims.map(accountOf)])
  }

  /** Completes a job whose effect is written. False when the claim was lost to another run. */
  async complete(claim: JobClaim, client?: PoolClient): Promise<boolean> {
    return (await this.completeWith([claim], COMPLETION_WITHOUT_WRITE, client)).length > 0
  }

  /** Completes jobs that were claimed together, storing their results. @returns the subjects of the completed jobs */
  async completeWith(claims: readonly JobClaim[], completion: JobCompletion, client?: PoolClient): Promise<string[]> {
    const [first] = claims
    if (!first) return []
    const statement = { name: completion.name, text: completeSql(completion.write) }
    const values = [first.kind, claims.map(({ id }) => id), first.token, claims.map(accountOf), ...completion.values]
    const [ended] = client
      ? (await client.query<CompletedRow>({ ...statement, values })).rows
      : await this.database.rows<CompletedRow>(statement, values)
    return ended?.done ?? []
  }

  /** Returns a job to the queue. @param afterMs delay of its next run @param counted whether this run counts as an attempt */
  async release(claim: JobClaim, afterMs: number, counted: boolean): Promise<void> {
    await this.database.rows(RELEASE, [claim.id, claim.token, afterMs, counted ? 0 : 1, accountOf(claim)])
  }

  /** Makes a job a dead letter, for an operator to see. @param failure the kind of failure, without personal data */
  async deadLetter(claim: JobClaim, failure: string): Promise<void> {
    await this.database.rows(DEAD_LETTER, [claim.id, claim.token, failure, accountOf(claim)])
  }

  /** Re-enqueues all dead letters, or the one with this id, with all their attempts. @returns their number */
  async retry(id: string | null): Promise<number> {
    return (await this.database.rows(RETRY, [id])).length
  }

  /** Dead letters, oldest first. */
  deadLetters(limit: number): Promise<DeadLetter[]> {
    return this.database.rows<DeadLetter>(DEAD_LETTERS, [limit])
  }

  /** The backlog by kind, without empty kinds. */
  backlog(): Promise<KindBacklog[]> {
    return this.database.rows<KindBacklog>(BACKLOG)
  }
}
