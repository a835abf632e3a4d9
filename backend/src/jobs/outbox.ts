import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { DatabaseError, type PoolClient } from 'pg'
import type { SqlStatement } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import type { Places } from '../platform/database/places.js'
import { Signal } from '../platform/signal.js'

/** Work to be done after a commit: by which kind of job, and on what. */
export interface OutboxEntry {
  kind: string
  /** What the job is about: an id, or a date; with the kind it is the job, so several rows of it are one piece of work. */
  subject: string
  /** The account it belongs to, where there is one; `NO_ACCOUNT` in the table where there is none. */
  accountId?: string
  /** Milliseconds that it waits for more of the same, so that a burst is one run; none if not said. */
  batchDelayMs?: number
}

/** Published with the rows that were written, once they are durable, so that workers need not wait for their next sweep. */
export const outboxWritten = new Signal<readonly Pick<OutboxEntry, 'kind' | 'batchDelayMs'>[]>('outbox-written')

/** An id that no account has: a null would be in no place of a distributed database. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Writes one row; takes the values of `outboxValues`. In a larger statement a `from` or `where` may follow it. */
export const OUTBOX_INSERT = outboxInsert(0)

/** `OUTBOX_INSERT` for a row that gathers for so many milliseconds. */
export function outboxInsert(batchDelayMs: number): string {
  return `insert into outbox (kind, subject, account_id, due_at) select $1::text, $2::text, $3::uuid, now() + interval '${batchDelayMs} milliseconds'`
}

/** The values of `OUTBOX_INSERT`, in its order. */
export function outboxValues({ kind, subject, accountId }: OutboxEntry): unknown[] {
  return [kind, subject, accountId ?? NO_ACCOUNT]
}

/** A job that one worker has to itself until its lease ends. */
export interface JobClaim {
  /** The same in every run: the idempotency key for a command that the job ends in. */
  id: string
  kind: string
  /** What the job is about, as the outbox row said. */
  subject: string
  accountId: string | null
  /** How often it was claimed, this time included: 1 for the first run. */
  attempt: number
  token: string
}

/** A statement that ends jobs as it writes something, in one round trip. */
export interface JobCompletion {
  readonly name: string
  /**
   * Queries for a `with`. They write of the subjects in `held` alone, and name `covered (subject)` the jobs that are over
   * with it; the others are left to another worker. $1 is the kind, $4 the accounts, their own values begin at $5.
   */
  readonly write: string
  readonly values: readonly unknown[]
}

/** A job that came to nothing however often it was tried. */
export interface DeadLetter extends Pick<JobClaim, 'id' | 'kind' | 'subject' | 'accountId'> {
  attempts: number
  failedAt: Date
  /** The kind of failure alone; what it was in detail is in the logs. */
  failure: string
}

/** How much of one kind there is to do. */
export interface KindBacklog {
  kind: string
  waiting: number
  /** Under way at a worker. */
  claimed: number
  dead: number
  /** For how many seconds the oldest that waits has been due; null where none is. */
  oldestDue: number | null
  /** Age in seconds of the oldest that is neither done nor dead. */
  oldestOpen: number | null
}

/** How long a job is a worker's without a sign of life. Longer runs extend it. */
const LEASE = `interval '15 seconds'`
/** What a worker cannot do, because a newer release has to, it leaves for so long. */
const POSTPONED_BY = `interval '3 seconds'`

// Rows are found by an array of ids that was made before. With a join instead, a connection that planned this while the
// table was empty would read all of it for as long as it lives. For the same reason the index of what is due has a
// condition of its own, `num_nulls(failed_at) = 1`: no other lookup can use it.

// A job is its open rows: the first is claimed and stands for the others, whose events its run will see. A row that is
// claimed, or waits for its retry, holds back those that came after it. Rows that somebody else has locked are passed over.
// Should two workers come to one job all the same, the unique index refuses the second.
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

/** The same of accounts in one place, each table by its account: Citus sends it to one node as it is. */
const CLAIM_IN_PLACE = claimSql('claim-jobs-of', (rows) => `${rows}.account_id = any($4::uuid[]) and`)

/** The accounts of those of a kind that are to be claimed first, wherever they are; nothing is held by it. */
const FIRST_DUE = {
  name: 'first-jobs',
  text: `
    select account_id as account from outbox o
    where kind = $1 and num_nulls(failed_at) = 1 and due_at <= now() and ${isClaimableSql('w.account_id = o.account_id and')}
    order by due_at limit $2`,
}

/** Two workers claimed one job (unique violation), or waited for each other (deadlock): the one that was refused claims again at once. */
const CLAIM_CONFLICTS = new Set(['23505', '40P01'])
/** Attempts of one claim; after these it fails, and the next sweep claims again. */
const CLAIM_ATTEMPTS = 5

// Passes over what is held: whoever holds it is ending it.
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
  name: 'die-job',
  text: `update outbox set claim = null, failed_at = now(), failure = $3 where account_id = $4 and id = $1 and claim = $2`,
}

/** For a job whose effect is written elsewhere. */
const WRITES_NOTHING = {
  name: 'complete-job',
  write: 'covered as (select subject from held)',
  values: [],
}

// What died of the same job before is done as well.
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

/** The account that a claim's row is found by. */
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

/** The table of work that follows from what was written, and the queue that workers claim it from. */
@Injectable()
export class Outbox {
  constructor(private readonly database: Database) {}

  /**
   * Claims so many jobs of a kind at most, all in one place, those that have been due for longest; each is claimed by one caller
   * only. Throws what Postgres said where it meets other workers again and again.
   */
  async claim(kind: string, most: number): Promise<JobClaim[]> {
    const { places } = this.database
    for (let attempt = 1; ; attempt++) {
      try {
        return await (places ? this.#claimInOnePlace(places, kind, most) : this.database.rows<JobClaim>(CLAIM, [kind, most, randomUUID()]))
      } catch (error) {
        const hasMet = error instanceof DatabaseError && CLAIM_CONFLICTS.has(error.code ?? '')
        if (!hasMet || attempt === CLAIM_ATTEMPTS) throw error
      }
    }
  }

  /** The place is that of the first that are due, unless all of those are claimed by now. */
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

  /** Says that the runs of these jobs, claimed together, go on. */
  async extend(claims: readonly JobClaim[]): Promise<void> {
    await this.database.rows(EXTEND, [claims.map(({ id }) => id), claims[0]?.token, claims.map(accountOf)])
  }

  /** Ends a job whose effect is there. False when the claim was lost: another run does it, or did. */
  async complete(claim: JobClaim, client?: PoolClient): Promise<boolean> {
    return (await this.completeWith([claim], WRITES_NOTHING, client)).length > 0
  }

  /** Ends jobs that were claimed together, as it writes what they came to. @returns the subjects of those that are over */
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

  /** Has a job run again. @param afterMs how long it waits for that @param counted whether this run counts as an attempt */
  async release(claim: JobClaim, afterMs: number, counted: boolean): Promise<void> {
    await this.database.rows(RELEASE, [claim.id, claim.token, afterMs, counted ? 0 : 1, accountOf(claim)])
  }

  /** Lays a job aside for an operator to see. @param failure the kind of failure, without anyone's data */
  async deadLetter(claim: JobClaim, failure: string): Promise<void> {
    await this.database.rows(DEAD_LETTER, [claim.id, claim.token, failure, accountOf(claim)])
  }

  /** Has dead jobs, or the one of this id, tried again from the beginning. @returns how many there were */
  async retry(id: string | null): Promise<number> {
    return (await this.database.rows(RETRY, [id])).length
  }

  /** The jobs that died, oldest first. */
  deadLetters(limit: number): Promise<DeadLetter[]> {
    return this.database.rows<DeadLetter>(DEAD_LETTERS, [limit])
  }

  /** What there is to do of each kind; a kind with nothing to do is not named. */
  backlog(): Promise<KindBacklog[]> {
    return this.database.rows<KindBacklog>(BACKLOG)
  }
}
