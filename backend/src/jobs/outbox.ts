import { Injectable } from '@nestjs/common'
import type { PoolClient } from 'pg'
import { Database } from '../platform/database/database.js'

/** The most rows that are taken at once. */
export const TAKEN_AT_ONCE = 200

/** So many rows of a kind that wait are a crowd. */
const CROWD = 100

/** How many milliseconds the first row of a kind waits for more of the same, and in a crowd. */
export interface Gathering {
  ms: number
  crowdedMs: number
}

/** A row that is to become a job. */
export interface Taken {
  id: string
  kind: string
  subject: string
}

/** Everything there is to do for one job, as a run of it finds it. */
export interface Begun {
  /** The rows that the run will do away with. The first stays the first in every run, whatever comes in between. */
  ids: string[]
  accountId: string | null
  /** How often the first was begun, this time included. */
  attempt: number
}

/** A job that came to nothing however often it was tried. */
export interface DeadJob {
  id: string
  kind: string
  subject: string
  accountId: string | null
  attempts: number
  failedAt: Date
  /** The kind of failure alone; what it was in detail is in the logs. */
  failure: string
}

/** How much of one kind waits. */
export interface Backlog {
  kind: string
  /** Not handed to the queue yet. */
  waiting: number
  /** Handed to the queue and not done. */
  handedOver: number
  dead: number
  /** Age in seconds of the oldest that is not handed over; null where all are. */
  oldestWaiting: number | null
  /** Age in seconds of the oldest that is neither done nor dead. */
  oldestOpen: number | null
}

// Rows are found by an array of ids that was made before: joined with what chooses them, a connection that planned this
// while the table was empty would go over all of it, and be right that it was the cheapest way then.

// Of a kind that gathers everything goes at once, as soon as one row has waited long enough.
const TAKE_WAITING = {
  name: 'take-outbox',
  text: `
    with gathering as (
      select array_agg(g.kind) as kinds from unnest($1::text[], $2::integer[], $3::integer[]) as g(kind, ms, crowded_ms)
      cross join lateral (
        select count(*) as rows, min(created_at) as since from (
          select w.created_at from outbox w where w.handed_over_at is null and w.failed_at is null and w.kind = g.kind
          order by w.created_at limit ${CROWD}) w) as waiting
      where waiting.since > now() - case waiting.rows when ${CROWD} then g.crowded_ms else g.ms end * interval '1 millisecond'
    )
    update outbox set handed_over_at = now() where id = any(array(
      select id from outbox where handed_over_at is null and failed_at is null
        and kind <> all (coalesce((select kinds from gathering), '{}'))
      order by created_at limit ${TAKEN_AT_ONCE} for update skip locked))
    returning id, kind, subject`,
}

const TAKE_OVERDUE = {
  name: 'take-overdue-outbox',
  text: `
    update outbox set handed_over_at = now() where id = any(array(
      select id from outbox where handed_over_at < now() - $1 * interval '1 millisecond' and failed_at is null
      order by handed_over_at limit ${TAKEN_AT_ONCE} for update skip locked))
    returning id, kind, subject`,
}

// All in one order, because runs may share rows, and would wait for each other in a circle. They do wait, and never pass
// over what is locked: whoever held it may have died, and its rows would be nobody's for a minute.
const lockedOf = (ids: string) => `any(array(select id from outbox where id = any(${ids}::uuid[]) order by id for update))`

const PUT_BACK = { name: 'put-back-outbox', text: `update outbox set handed_over_at = null where id = ${lockedOf('$1')}` }

const idsOf = (rows: string) => `array(select id from outbox where kind = $1 and ${rows})`

// A stamp that is fresh stays as it is: an update that changes no indexed column touches no index.
const begunOf = (subjects: string, returning: string) => `
  update outbox set attempts = attempts + 1,
    handed_over_at = case when handed_over_at > now() - interval '10 seconds' then handed_over_at else now() end
  where id = ${lockedOf(idsOf(`subject ${subjects} and failed_at is null`))} and failed_at is null
  returning ${returning}`

const BEGIN = { name: 'begin-job', text: begunOf('= $2', 'id, account_id as "accountId", attempts') }

const BEGIN_ALL = { name: 'begin-jobs', text: begunOf('= any($2::text[])', 'id, subject, attempts') }

// By their ids alone: with an `or` for what died before every row of the kind would be read.
const COMPLETE_ALL = `delete from outbox where id = ${lockedOf('$2')} returning subject`

const COMPLETE_DEAD = `
  delete from outbox where id = ${lockedOf(idsOf('subject = any($3::text[]) and failed_at is not null'))} and failed_at is not null`

const TOUCH = { name: 'touch-outbox', text: `update outbox set handed_over_at = now() where id = ${lockedOf('$1')}` }

const GIVE_BACK = { name: 'give-back-job', text: `update outbox set attempts = attempts - 1 where id = ${lockedOf('$1')}` }

// What died of the same job before is done as well.
const COMPLETE = {
  name: 'complete-job',
  text: `
    delete from outbox where id = ${lockedOf(idsOf('subject = $2 and (id = any($3::uuid[]) or failed_at is not null)'))}
      and (id = any($3::uuid[]) or failed_at is not null) returning id`,
}

/** A statement that ends jobs as it writes something, in one round trip. */
export interface Completion {
  readonly name: string
  /** Writes of the subjects in `done` alone, and returns `subject` of each it wrote. Its values begin at $4; $1 is the kind. */
  readonly write: string
  readonly values: readonly unknown[]
  /** Told of what was written once it is durable. */
  written?(subjects: readonly string[]): void
}

const BURY = { name: 'bury-job', text: `update outbox set failed_at = now(), failure = $2 where id = ${lockedOf('$1')}` }

const REVIVE = {
  text: `
    update outbox set failed_at = null, failure = null, attempts = 0, handed_over_at = null
    where id = any(array(select id from outbox where failed_at is not null and ($1::uuid is null or id = $1) order by id for update)) returning id`,
}

const DEAD = {
  text: `
    select id, kind, subject, account_id as "accountId", attempts, failed_at as "failedAt", failure
    from outbox where failed_at is not null order by failed_at limit $1`,
}

const BACKLOG = {
  name: 'outbox-backlog',
  text: `
    select kind,
      count(*) filter (where handed_over_at is null and failed_at is null) as waiting,
      count(*) filter (where handed_over_at is not null and failed_at is null) as "handedOver",
      count(*) filter (where failed_at is not null) as dead,
      extract(epoch from now() - min(created_at) filter (where handed_over_at is null and failed_at is null))::float8 as "oldestWaiting",
      extract(epoch from now() - min(created_at) filter (where failed_at is null))::float8 as "oldestOpen"
    from outbox group by kind order by kind`,
}

/** The table of work that follows from what was written. It, and not the queue, knows what is still to be done. */
@Injectable()
export class Outbox {
  constructor(private readonly database: Database) {}

  /**
   * Rows nobody handed over yet, stamped as handed over; each is given to one caller only.
   * @param gather the kinds of which rows wait for more of the same
   */
  take(gather: ReadonlyMap<string, Gathering>): Promise<Taken[]> {
    const gatherings = [...gather.values()]
    const values = [[...gather.keys()], gatherings.map(({ ms }) => ms), gatherings.map(({ crowdedMs }) => crowdedMs)]
    return this.database.rows<Taken>(TAKE_WAITING, values)
  }

  /** Rows handed over so long ago, in milliseconds, that the queue may have lost them, stamped anew. */
  takeOverdue(afterMs: number): Promise<Taken[]> {
    return this.database.rows<Taken>(TAKE_OVERDUE, [afterMs])
  }

  /** Takes a stamp back: the queue did not accept them. */
  async putBack(ids: readonly string[]): Promise<void> {
    await this.database.rows(PUT_BACK, [ids])
  }

  /** Begins a run of a job; null when nothing of it is left to be done. */
  async begin(kind: string, subject: string): Promise<Begun | null> {
    const rows = await this.database.rows<{ id: string; accountId: string | null; attempts: number }>(BEGIN, [kind, subject])
    const [first] = rows.sort((a, b) => b.attempts - a.attempts || (a.id < b.id ? -1 : 1))
    if (!first) return null
    return { ids: rows.map((row) => row.id), accountId: first.accountId, attempt: first.attempts }
  }

  /** Says that a run still goes on, so that nobody takes its rows for lost. */
  async touch(ids: readonly string[]): Promise<void> {
    await this.database.rows(TOUCH, [ids])
  }

  /** Uncounts a run that was cut short through no fault of its own. */
  async giveBack(ids: readonly string[]): Promise<void> {
    await this.database.rows(GIVE_BACK, [ids])
  }

  /** Does away with a job's rows. False when none was left, because another run had done it all. */
  async complete(kind: string, subject: string, ids: readonly string[], client?: PoolClient): Promise<boolean> {
    const values = [kind, subject, ids]
    const { rows } = client ? await client.query({ ...COMPLETE, values }) : { rows: await this.database.rows(COMPLETE, values) }
    return rows.length > 0
  }

  /** Begins a run of the jobs of many subjects. @returns the rows of each that there is anything to be done of, and how often it was begun */
  async beginAll(kind: string, subjects: readonly string[]): Promise<Map<string, Pick<Begun, 'ids' | 'attempt'>>> {
    const rows = await this.database.rows<{ id: string; subject: string; attempts: number }>(BEGIN_ALL, [kind, subjects])
    const begun = new Map<string, { ids: string[]; attempt: number }>()
    for (const { id, subject, attempts } of rows) {
      const { ids, attempt } = begun.get(subject) ?? { ids: [], attempt: 0 }
      begun.set(subject, { ids: [...ids, id], attempt: Math.max(attempt, attempts) })
    }
    return begun
  }

  /** Does away with the rows of jobs and writes, together. @returns the subjects of which there were any left */
  async completeWriting(kind: string, subjects: readonly string[], ids: readonly string[], completion: Completion): Promise<string[]> {
    const { name, write, values } = completion
    const text = `
      with done as (${COMPLETE_ALL}), dead as (${COMPLETE_DEAD}), written as (${write})
      select (select array_agg(subject) from done) as done, (select array_agg(subject) from written) as written`
    const [ended] = await this.database.rows<{ done: string[] | null; written: string[] | null }>({ name, text }, [kind, ids, subjects, ...values])
    if (ended?.written) completion.written?.(ended.written)
    return ended?.done ?? []
  }

  /** Lays a job's rows aside for an operator to see. @param failure the kind of failure, without anyone's data */
  async bury(ids: readonly string[], failure: string): Promise<void> {
    await this.database.rows(BURY, [ids, failure])
  }

  /** Has dead jobs, or the one of this row, tried again from the beginning. @returns how many rows there were */
  async revive(id: string | null): Promise<number> {
    return (await this.database.rows(REVIVE, [id])).length
  }

  /** The jobs that died, oldest first. */
  dead(limit: number): Promise<DeadJob[]> {
    return this.database.rows<DeadJob>(DEAD, [limit])
  }

  /** What waits of each kind; a kind of which nothing waits is not named. */
  backlog(): Promise<Backlog[]> {
    return this.database.rows<Backlog>(BACKLOG)
  }
}
