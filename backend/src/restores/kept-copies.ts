import type { Restore } from '@prumo/shared/restore'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { Rows } from '../platform/database/connection-pool.js'
import type { Purge } from '../platform/database/delete-in-portions.js'
import { inTurns } from '../platform/in-turns.js'
import type { CopyItem } from './copy-items.js'

export const RESTORE = 'restore'

/** Days after which what is kept of a copy is gone, however far it came. */
export const KEPT_DAYS = 7

/** So many problems are named: a copy that fits nowhere says so in fewer. */
const MOST_PROBLEMS = 100

/**
 * So many items are kept together, so that a run reads no more than it brings, and are one command: small enough that others write
 * between them, and that a telephone sees it go on.
 */
export const PORTION = 500

/** A copy on its way, but for its portions. What is sealed is bound to its account, its restore and what it is. */
export interface KeptCopy {
  id: string
  /** A fingerprint of the file under the account's key. */
  file: Buffer
  total: number
  done: number
  /** Sealed; null for none. */
  problems: string | null
  isEnded: boolean
  /** Whether a job has it, or will. */
  isUnderWay: boolean
}

const contextOf = (accountId: string, id: string, what: 'problems' | `portion ${number}`) => `restore\n${accountId}\n${id}\n${what}`

/** The sealed portions of a copy's items, in their order. */
export async function sealPortions(key: DataKey, accountId: string, id: string, items: readonly CopyItem[]): Promise<string[]> {
  const starts = Array.from({ length: Math.ceil(items.length / PORTION) }, (_, index) => index * PORTION)
  return inTurns(starts, (from, index) =>
    key.seal(JSON.stringify(items.slice(from, from + PORTION)), contextOf(accountId, id, `portion ${index}`)),
  )
}

const FIND_PORTION = { name: 'find-restore-portion', text: 'select sealed from restore_portions where account_id = $1 and portion = $2' }

/** The items of a portion, of which the first is 0; none where what was kept is damaged. */
export async function openPortion(database: Rows, key: DataKey, accountId: string, id: string, portion: number): Promise<CopyItem[]> {
  const [found] = await database.rows<{ sealed: string }>(FIND_PORTION, [accountId, portion])
  try {
    return JSON.parse(key.open(found?.sealed ?? '', contextOf(accountId, id, `portion ${portion}`))) as CopyItem[]
  } catch {
    return []
  }
}

/** Throws where it is not what was sealed. */
export function openProblems(key: DataKey, accountId: string, { id, problems }: KeptCopy): Restore['problems'] {
  return problems === null ? [] : (JSON.parse(key.open(problems, contextOf(accountId, id, 'problems'))) as Restore['problems'])
}

const IS_UNDER_WAY = `exists (select 1 from outbox o where o.account_id = r.account_id and o.kind = '${RESTORE}' and o.subject = r.id::text and num_nulls(o.failed_at) = 1)`

const FIND = {
  name: 'find-restore',
  text: `
    select id, file, total, done, problems, ended_at is not null as "isEnded", ${IS_UNDER_WAY} as "isUnderWay"
    from restores r where account_id = $1`,
}

/** What is kept of an account's copy, without its portions; null for none. */
export async function findKept(database: Rows, accountId: string): Promise<KeptCopy | null> {
  const [found] = await database.rows<KeptCopy>(FIND, [accountId])
  return found ?? null
}

const STANDING = {
  name: 'find-standing-restore',
  text: `select id, ${IS_UNDER_WAY} as "isUnderWay" from restores r where account_id = $1 and ended_at is null`,
}

/** The copy that is not all there yet; null for none. */
export async function findStanding(database: Rows, accountId: string): Promise<Pick<KeptCopy, 'id' | 'isUnderWay'> | null> {
  const [found] = await database.rows<Pick<KeptCopy, 'id' | 'isUnderWay'>>(STANDING, [accountId])
  return found ?? null
}

/** A copy that is to be kept. */
export interface NewCopy extends Pick<KeptCopy, 'id' | 'file' | 'total'> {
  accountId: string
  /** Sealed. */
  portions: readonly string[]
}

/** Puts portions, joined by commas, in place of those before. */
const portionsPut = (portions: string, accountId: string) => `
        insert into restore_portions as p (account_id, portion, sealed)
        select ${accountId}, at - 1, sealed from unnest(string_to_array(${portions}, ',')) with ordinality as portions (sealed, at)
        on conflict (account_id, portion) do update set sealed = excluded.sealed`

/** Keeps a copy in place of the one before, with the job that brings it. */
export function copyKept({ accountId, id, file, portions, total }: NewCopy): Write {
  return {
    name: 'append-restore',
    text: `
      with kept as (
        insert into restores as r (account_id, id, file, total) values ($3::uuid, $2::uuid, $4::bytea, $6::integer)
        on conflict (account_id) do update set id = excluded.id, file = excluded.file, total = excluded.total,
          done = 0, problems = null, begun_at = excluded.begun_at, ended_at = null
      ), longer as (
        delete from restore_portions where account_id = $3::uuid and portion >= cardinality(string_to_array($5::text, ','))
      ), portions as (${portionsPut('$5::text', '$3::uuid')}
      ) ${OUTBOX_INSERT}`,
    values: [...outboxValues({ kind: RESTORE, subject: id, accountId }), file, portions.join(','), total],
    written: tellWorkers,
    isLarge: true,
  }
}

const RESUME = {
  name: 'resume-restore',
  text: `
    with resumed as (
      update restores set problems = null, begun_at = now() where account_id = $3::uuid and id = $2::uuid and ended_at is null returning id
    ), portions as (${portionsPut(`(select $4::text from resumed)`, '$3::uuid')}
    ) ${OUTBOX_INSERT} where exists (select 1 from resumed)`,
}

/** Has a copy that failed half way brought on, from what was sent again. */
export async function resume(database: Rows, accountId: string, id: string, portions: readonly string[]): Promise<void> {
  await database.rows(RESUME, [...outboxValues({ kind: RESTORE, subject: id, accountId }), portions.join(',')])
  tellWorkers()
}

/** Notes within an append that all up to a place was brought. */
export function portionNoted(accountId: string, id: string, to: number): Write {
  return {
    name: 'append-restore-portion',
    text: `update restores set done = greatest(done, $3) where account_id = $1::uuid and id = $2::uuid`,
    values: [accountId, id, to],
  }
}

const NOTE_PROBLEM = {
  name: 'note-restore-problem',
  text: 'update restores set problems = $4, done = done + $5 where account_id = $1 and id = $2 and done = $3',
}

/** Notes what did not fit. @param items how many items were looked at by it; none where it is about all of the copy */
export async function noteProblems(
  database: Rows,
  { key, accountId, kept }: { key: DataKey; accountId: string; kept: KeptCopy },
  problems: Restore['problems'],
  items: number,
): Promise<void> {
  const all = [...openProblems(key, accountId, kept), ...problems].slice(0, MOST_PROBLEMS)
  const sealed = key.seal(JSON.stringify(all), contextOf(accountId, kept.id, 'problems'))
  await database.rows(NOTE_PROBLEM, [accountId, kept.id, kept.done, sealed, items])
}

/** What ends a copy of which everything was brought. */
export const END = {
  name: 'end-restore',
  text: `
    with ended as (update restores set ended_at = now() where account_id = $1 and id = $2 returning account_id)
    delete from restore_portions where account_id = $1 and exists (select 1 from ended)`,
}

/** Few at once: each may be of many megabytes. */
export const FORGET_OLD: Purge = {
  name: 'purge-restores',
  table: 'restores',
  key: ['account_id'],
  where: `begun_at < now() - interval '${KEPT_DAYS} days'`,
  portion: 20,
}

/** Forgets it with what ends the account, or all that is in it. */
export function copyForgotten(accountId: string): Write {
  return {
    name: 'append-forgotten-restore',
    text: 'delete from restores where account_id = $1::uuid',
    values: [accountId],
  }
}

function tellWorkers(): void {
  outboxWritten.publish([{ kind: RESTORE }])
}
