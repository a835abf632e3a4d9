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
 * An answer that depends on the whole history or on the date, so workers compute it and requests read the stored result. Stored
 * answers contain no personal texts in clear: only amounts, dates and kinds, or they are sealed.
 */
export interface ComputedAnswer<Answer> {
  /** Also the kind of the job that computes it, whose subject is the account. */
  readonly kind: string
  /** The name of the part in the headers of answers. */
  readonly part: string
  /** Increased with every change of shape or meaning; other versions are ignored. */
  readonly version: number
  /** Whether it contains personal texts: then it is stored sealed under the account's key. */
  readonly isSealed?: boolean
  /**
   * Computes the answer of several accounts for a day in São Paulo, each with its log position; an account that no longer
   * exists is omitted.
   */
  readonly compute: (
    database: Pick<QueryContext, 'rows' | 'pool'>,
    accounts: readonly string[],
    today: CalendarDate,
    reading: LogReading,
  ) => Promise<ReadonlyMap<string, AnswerAtPosition<Answer>>>
}

export interface AnswerAtPosition<Answer> {
  answer: Answer
  /** The answer reflects every event up to this position, and none after. */
  seq: number
}

/** An answer with its age. It is stale when a later event may have changed it, or on another day in São Paulo. */
export interface DatedAnswer<Answer> {
  answer: Answer
  /** ISO 8601 UTC. */
  computedAt: string
  stale: boolean
  /** The position it reflects, for the answer it becomes part of. */
  part: ComputedPart
}

/**
 * How long a job waits for further events of a burst, such as an import, in milliseconds. An answer is then usually renewed
 * within two seconds.
 */
export const ANSWER_BATCH_DELAY_MS = 1_000

// A late run that saw less than the stored answer changes nothing. Neither does one of an older release, nor one of an account
// that was erased meanwhile: the erasure waits for the key's lock, and then deletes the answer with the key. A job is complete
// once the stored answer has this version and is at least as recent, or the account is erased. When a newer release's answer is
// stored, the job is left to a worker of that release.
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
 * The completion of jobs that stores their answers, unless a more recent one is stored.
 * @param seen the answers computed at a moment, by account
 */
export async function answerCompletion<Answer>(
  computed: ComputedAnswer<Answer>,
  seen: ReadonlyMap<string, AnswerAtPosition<Answer>>,
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

/** The answers in stored form; null for an account that was erased meanwhile. */
async function serialiseAnswers<Answer>(
  computed: ComputedAnswer<Answer>,
  seen: ReadonlyMap<string, AnswerAtPosition<Answer>>,
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

/** Binds a sealed answer to its account, kind and version. */
function contextOf({ kind, version }: ComputedAnswer<unknown>, accountId: string): string {
  return `${accountId}\n${kind} ${version}\nstored-answer`
}

/** Computing one takes under a millisecond; claiming and completing take several, for any number of jobs. */
const MAX_BATCH = 100

/** The jobs of an answer: one computes it for an account, a daily one renews outdated answers. */
export function createAnswerWorkers<Answer>(computed: ComputedAnswer<Answer>): JobWorker[] {
  return [createComputingWorker(computed), createRenewingWorker(computed)]
}

/**
 * An event appended during a run has its own outbox row, and therefore another run: the last run always reads the log after the
 * last event.
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

/** Stored answers renewed per transaction, which keeps each short. */
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
 * Walks over all stored answers in slices, one job per slice. The subject is the day and, from the second slice on, the last
 * account of the previous one. Each slice enqueues the next, so an interrupted walk resumes.
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

// Only while the log ends where the answer was computed: then no later event can have changed it, with or without an outbox
// row. Locked rows are skipped, because the holder of the head is appending. An equal answer is not stored again, because the
// live channel announces stored answers.
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
  /** Whether a request stored it before any worker did: it is used until it is stale. */
  isProvisional: boolean
}

/**
 * Reads the answer that a worker stored last; before the first one, a fresh answer that a request stored, or computes and
 * stores it.
 */
export class ReadComputedAnswer<Answer> extends AccountQuery<DatedAnswer<Answer>> {
  constructor(
    readonly computed: ComputedAnswer<Answer>,
    readonly accountId: string,
    readonly reading: LogReading,
  ) {
    super()
  }

  #computed: { at: Date; seen: ReadonlyMap<string, AnswerAtPosition<Answer>> } | null = null

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
      // The account was erased after the request was authorised.
      if (!computed) throw new Rejected('NOT_FOUND')
      this.#computed = { at: now, seen }
      return { answer: computed.answer, computedAt: now.toISOString(), stale: false, part: { name: part, seq: computed.seq, stamp: null } }
    }
    const { computedAt } = stamp
    const answer = isSealed ? await this.#open(stored.answer as { sealed: string }, database, keys) : (stored.answer as Answer)
    // The client's position does not cover how recent the workers' answers were that it saw last.
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
