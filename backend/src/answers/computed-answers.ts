import { Logger } from '@nestjs/common'
import { dateInSaoPaulo, TIME_ZONE, type CalendarDate } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { Database } from '../platform/database/database.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { NeedsPrimary } from '../event-store/query/replica.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { ComputedPart } from '../event-store/query/positioned-result.js'
import { logFacts } from '../platform/http/failures.js'
import { loadDataKey, findKeysUnlessErased } from '../event-store/keys/stored-keys.js'
import { readStamp, reflectedPosition, stampSql } from './answer-stamps.js'
import type { JobWorker, JobContext } from '../jobs/job-worker.js'
import { outboxWritten, type JobCompletion } from '../jobs/outbox.js'

/**
 * An answer that takes the whole history or the calendar, so workers compute it and requests read what they stored.
 * What is stored never holds anyone's texts in clear: amounts, dates and kinds alone, or sealed.
 */
export interface ComputedAnswer<Answer> {
  /** Also the kind of job that computes it; its subject is the account. */
  readonly kind: string
  /** What clients call it where an answer says how new its parts are. */
  readonly part: string
  /** Raised with every change of shape or meaning: what is stored of another version is no answer. */
  readonly version: number
  /** Whether someone's texts are in it: then it is stored sealed under the account's key. */
  readonly isSealed?: boolean
  /**
   * Computes it of accounts for a day of São Paulo, each with the position of its log; an account that no longer exists is
   * left out.
   */
  readonly compute: (
    database: Pick<QueryContext, 'rows' | 'pool'>,
    accounts: readonly string[],
    today: CalendarDate,
    reading: LogReading,
  ) => Promise<ReadonlyMap<string, PositionedAnswer<Answer>>>
}

export interface PositionedAnswer<Answer> {
  answer: Answer
  /** Everything up to this position of the log, and nothing beyond, is in the answer. */
  seq: number
}

/** An answer with its age: stale when something it depends on happened in the account since, or on another day of São Paulo. */
export interface DatedAnswer<Answer> {
  answer: Answer
  /** ISO 8601 UTC. */
  computedAt: string
  stale: boolean
  /** What it reflects, to be said by the answer that it becomes a part of. */
  part: ComputedPart
}

/**
 * How long the events that have an answer computed wait for more of the same, in milliseconds: they come in bursts, such as
 * an import, and none is worth a run of its own. With it an answer is normally there within two seconds.
 */
export const ANSWER_BATCH_DELAY_MS = 1_000

// A late run, which saw less than the stored answer, changes nothing. Nor does one of an older program, or one of an
// account that was erased meanwhile: the erasure waits for the key's lock, and then deletes the answer with the key.
// A job is over once the stored answer is of this version and saw as much, or the account is erased. Where a newer
// program's answer is stored, the job is left to a worker of that program.
const STORE = {
  name: 'store-answer',
  write: `
    computed as (select * from unnest($7::uuid[], $8::bigint[], $9::text[]) as a(account_id, seq, answer)),
    known as (select account_id from account_keys where account_id = any($4::uuid[]) and account_id::text = any(array(select subject from held)) for key share),
    written as (
      insert into stored_answers as s (account_id, kind, version, seq, computed_at, answer)
      select account_id, $1, $5::integer, seq, $6::timestamptz, answer::json from computed join known using (account_id)
      order by account_id
      on conflict (account_id, kind) do update
        set version = excluded.version, seq = excluded.seq, computed_at = excluded.computed_at, answer = excluded.answer, is_provisional = false
      where s.version < excluded.version
        or (s.version = excluded.version and (s.seq, s.computed_at) <= (excluded.seq, excluded.computed_at))
      returning account_id::text as subject
    ),
    covered as (
      select subject from written
      union all select subject from held where subject not in (select account_id::text from known)
      union all select s.account_id::text from stored_answers s join computed c using (account_id)
        where s.account_id = any($4::uuid[]) and s.kind = $1 and s.version = $5 and s.seq >= c.seq
    )`,
}

/**
 * What ends jobs by storing what they computed. An answer that saw less than the one that is there changes nothing.
 * @param seen what was computed at a moment, by account
 */
export async function answerCompletion<Answer>(
  computed: ComputedAnswer<Answer>,
  seen: ReadonlyMap<string, PositionedAnswer<Answer>>,
  computedAt: Date,
  { pool }: Database,
  keys: AccountKeys,
): Promise<JobCompletion> {
  const kept = await serialiseAnswers(computed, seen, pool, keys)
  return {
    ...STORE,
    values: [computed.version, computedAt, [...seen.keys()], [...seen.values()].map(({ seq }) => seq), kept],
  }
}

/** The answers as they are stored; null for an account that was erased meanwhile, of which nothing is stored. */
async function serialiseAnswers<Answer>(
  computed: ComputedAnswer<Answer>,
  seen: ReadonlyMap<string, PositionedAnswer<Answer>>,
  pool: Database['pool'],
  keys: AccountKeys,
): Promise<(string | null)[]> {
  const dataKeys = computed.isSealed ? await findKeysUnlessErased(pool, keys, [...seen.keys()]) : null
  return [...seen].map(([accountId, { answer }]) => {
    const text = JSON.stringify(answer)
    if (!dataKeys) return text
    const key = dataKeys.get(accountId)
    return key ? JSON.stringify({ sealed: key.seal(text, contextOf(computed, accountId)) }) : null
  })
}

/** A sealed answer is bound to its place. */
function contextOf({ kind, version }: ComputedAnswer<unknown>, accountId: string): string {
  return `${accountId}\n${kind} ${version}\nstored-answer`
}

/** Computing one takes less than a millisecond, and claiming and ending it several, however many there are. */
const MAX_BATCH = 100

/** The jobs that keep an answer as it should be: one computes it of an account, one each day renews what is of another. */
export function createAnswerWorkers<Answer>(computed: ComputedAnswer<Answer>): JobWorker[] {
  return [createComputingWorker(computed), createRenewingWorker(computed)]
}

/**
 * An event that is appended while it runs has a row of its own in the outbox, for which there is another run: so the last
 * run always read the log after the last event.
 */
function createComputingWorker<Answer>(computed: ComputedAnswer<Answer>): JobWorker {
  const run = async (accounts: readonly string[], { database, reading }: JobContext) => {
    const now = new Date(database.clock.now())
    return answerCompletion(computed, await computed.compute(database, accounts, dateInSaoPaulo(now), reading), now, database, reading.keys)
  }
  return {
    kind: computed.kind,
    batch: { maxSize: MAX_BATCH, run },
    async run(job, tools) {
      await job.completeWith(await run([job.subject], tools))
    },
  }
}

/** Stored answers renewed in one transaction, so that none is long, however many accounts there are. */
const SLICE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const RENEW_SLICE = {
  name: 'renew-slice',
  text: `
    with slice as (
      select account_id, version, computed_at from stored_answers where kind = $1 and account_id > $2 order by account_id limit ${SLICE}
    ), renewed as (
      insert into outbox (kind, subject, account_id)
      select $1, account_id::text, account_id from slice where version < $3 or (computed_at at time zone '${TIME_ZONE}')::date < $4
    )
    insert into outbox (kind, subject) select $5, $4::date::text || ' ' || account_id from slice order by account_id offset ${SLICE - 1}`,
}

/**
 * Goes over all stored answers in slices, each a job: its subject is the day and, from the second on, the account that the
 * slice before ended with. Each ends by asking for the next, so that whatever cuts the walk short it goes on from there.
 */
function createRenewingWorker({ kind, version }: ComputedAnswer<unknown>): JobWorker {
  const walk = `renew-${kind}`
  return {
    kind: walk,
    daily: true,
    async run(job) {
      const [day = '', after = BEFORE_ALL] = job.subject.split(' ')
      await job.complete(async (client) => void (await client.query({ ...RENEW_SLICE, values: [kind, after, version, day, walk] })))
      outboxWritten.publish([{ kind: walk }, { kind }])
    },
  }
}

const READ = {
  name: 'read-stored-answer',
  text: `select answer, is_provisional as "isProvisional", ${stampSql('a', '$1')} as stamp from stored_answers a where account_id = $1 and kind = $2 and version = $3`,
}

// Only while the log ends where the answer was computed: nothing on which it depends can have happened since, with or without
// a row in the outbox. Locks are not waited for: the holder of the head is appending. The same answer is not stored again, because
// the live channel announces what is stored.
const STORE_COMPUTED = {
  name: 'store-computed-answer',
  text: `
    with head as materialized (select account_id from account_heads where account_id = $1 and seq = $4 for share skip locked),
    known as materialized (
      select account_id from account_keys where account_id = $1 and account_id = any(array(select account_id from head)) for key share skip locked)
    insert into stored_answers as s (account_id, kind, version, seq, computed_at, answer, is_provisional)
    select account_id, $2, $3::integer, $4::bigint, $5::timestamptz, $6::json, true from known
    on conflict (account_id, kind) do update
      set version = excluded.version, seq = excluded.seq, computed_at = excluded.computed_at, answer = excluded.answer, is_provisional = true
    where s.version <= excluded.version and s.seq <= excluded.seq and (s.version < excluded.version or s.seq < excluded.seq
      or (s.computed_at at time zone '${TIME_ZONE}')::date < (excluded.computed_at at time zone '${TIME_ZONE}')::date)`,
}

const logger = new Logger('jobs')

interface StoredAnswer<Answer> {
  answer: Answer | { sealed: string }
  stamp: string
  /** Whether a request stored it, because no worker had yet: it holds until it is stale. */
  isProvisional: boolean
}

/** What a worker last stored of an account; where none did yet, what a request computed and stored, as long as that is not stale. */
export class ReadComputedAnswer<Answer> extends AccountQuery<DatedAnswer<Answer>> {
  constructor(
    readonly computed: ComputedAnswer<Answer>,
    readonly accountId: string,
    readonly reading: LogReading,
  ) {
    super()
  }

  #computed: { at: Date; seen: ReadonlyMap<string, PositionedAnswer<Answer>> } | null = null

  async answer(database: QueryContext, keys: AccountKeys): Promise<DatedAnswer<Answer>> {
    this.#computed = null
    const { kind, part, version, isSealed, compute } = this.computed
    const now = new Date(database.clock.now())
    const today = dateInSaoPaulo(now)
    const [stored] = await database.rows<StoredAnswer<Answer>>(READ, [this.accountId, kind, version])
    const stamp = stored && readStamp(stored.stamp)
    const stale = !stamp || stamp.behind || dateInSaoPaulo(new Date(stamp.computedAt)) !== today
    if (!stamp || (stored.isProvisional && stale)) {
      if (database.isReplica) throw new NeedsPrimary()
      const seen = await compute(database, [this.accountId], today, this.reading)
      const computed = seen.get(this.accountId)
      // It was erased since the request was let in.
      if (!computed) throw new Rejected('NOT_FOUND')
      this.#computed = { at: now, seen }
      return { answer: computed.answer, computedAt: now.toISOString(), stale: false, part: { name: part, seq: computed.seq, stamp: null } }
    }
    const { computedAt } = stamp
    const answer = isSealed ? await this.#open(stored.answer as { sealed: string }, database, keys) : (stored.answer as Answer)
    // No position says how far workers had come when its reader last asked.
    if (stale && database.isReplica) throw new NeedsPrimary()
    return { answer, computedAt, stale, part: { name: part, seq: reflectedPosition(stamp), stamp: stored.stamp } }
  }

  override async finish({ pool }: Database, keys: AccountKeys): Promise<void> {
    if (!this.#computed) return
    const { at, seen } = this.#computed
    const { kind, version } = this.computed
    try {
      const [text] = await serialiseAnswers(this.computed, seen, pool, keys)
      if (text) await pool.query({ ...STORE_COMPUTED, values: [this.accountId, kind, version, seen.get(this.accountId)?.seq, at, text] })
    } catch (failure) {
      logger.warn(logFacts(failure), 'What a request computed could not be stored: the next one computes it again')
    }
  }

  async #open({ sealed }: { sealed: string }, { pool }: QueryContext, keys: AccountKeys): Promise<Answer> {
    const key = await loadDataKey(pool, keys, this.accountId)
    return JSON.parse(key.open(sealed, contextOf(this.computed, this.accountId))) as Answer
  }
}
