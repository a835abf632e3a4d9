import type { Restore } from '@prumo/shared/restore'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { Rows } from '../platform/database/connection-pool.js'
import type { Purge } from '../platform/database/delete-in-portions.js'

export const RESTORE = 'restore'

/** Days after which what is kept of a copy is gone, however far it came. */
export const KEPT_DAYS = 7

/** So many problems are named: a copy that fits nowhere says so in fewer. */
const MOST_PROBLEMS = 100

/** A copy as it is kept on its way. What is sealed is bound to its account, its restore and what it is. */
export interface KeptCopy {
  id: string
  /** A fingerprint of the file under the account's key. */
  file: Buffer
  /** The sealed text; null once all of it was brought. */
  copy: string | null
  total: number
  done: number
  /** Sealed; null for none. */
  problems: string | null
  isEnded: boolean
  /** Whether a job has it, or will. */
  isUnderWay: boolean
}

const contextOf = (accountId: string, id: string, what: 'copy' | 'problems') => `restore\n${accountId}\n${id}\n${what}`

export function sealCopy(key: DataKey, accountId: string, id: string, text: string): string {
  return key.seal(text, contextOf(accountId, id, 'copy'))
}

/** Throws where it is not what was sealed. */
export function openCopy(key: DataKey, accountId: string, { id, copy }: KeptCopy): string {
  return key.open(copy ?? '', contextOf(accountId, id, 'copy'))
}

/** Throws where it is not what was sealed. */
export function openProblems(key: DataKey, accountId: string, { id, problems }: KeptCopy): Restore['problems'] {
  return problems === null ? [] : (JSON.parse(key.open(problems, contextOf(accountId, id, 'problems'))) as Restore['problems'])
}

const IS_UNDER_WAY = `exists (select 1 from outbox o where o.account_id = r.account_id and o.kind = '${RESTORE}' and o.subject = r.id::text and num_nulls(o.failed_at) = 1)`

const FIND = {
  name: 'find-restore',
  text: `
    select id, file, copy, total, done, problems, ended_at is not null as "isEnded", ${IS_UNDER_WAY} as "isUnderWay"
    from restores r where account_id = $1`,
}

/** The copy that is kept of an account; null for none. */
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
  copy: string
}

/** Keeps a copy in place of the one before, with the job that brings it. */
export function copyKept({ accountId, id, file, copy, total }: NewCopy): Write {
  return {
    name: 'append-restore',
    text: `
      with kept as (
        insert into restores as r (account_id, id, file, copy, total)
        values ($3::uuid, $2::uuid, $4::bytea, $5::text, $6::integer)
        on conflict (account_id) do update set id = excluded.id, file = excluded.file, copy = excluded.copy, total = excluded.total,
          done = 0, problems = null, begun_at = excluded.begun_at, ended_at = null
      ) ${OUTBOX_INSERT}`,
    values: [...outboxValues({ kind: RESTORE, subject: id, accountId }), file, copy, total],
    written: tellWorkers,
    isLarge: true,
  }
}

const RESUME = {
  name: 'resume-restore',
  text: `
    with resumed as (
      update restores set copy = $4, problems = null, begun_at = now() where account_id = $3::uuid and id = $2::uuid and ended_at is null returning id
    ) ${OUTBOX_INSERT} where exists (select 1 from resumed)`,
}

/** Has a copy that failed half way brought on, from what was sent again. */
export async function resume(database: Rows, accountId: string, id: string, copy: string): Promise<void> {
  await database.rows(RESUME, [...outboxValues({ kind: RESTORE, subject: id, accountId }), copy])
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

/** Notes what did not fit. @param items how many items were looked at by it: one, or none where it is about all of the copy */
export async function noteProblem(
  database: Rows,
  { key, accountId, kept }: { key: DataKey; accountId: string; kept: KeptCopy },
  problem: Restore['problems'][number],
  items: 0 | 1,
): Promise<void> {
  const all = [...openProblems(key, accountId, kept), problem].slice(0, MOST_PROBLEMS)
  const sealed = key.seal(JSON.stringify(all), contextOf(accountId, kept.id, 'problems'))
  await database.rows(NOTE_PROBLEM, [accountId, kept.id, kept.done, sealed, items])
}

/** What ends a copy of which everything was brought. */
export const END = { name: 'end-restore', text: 'update restores set copy = null, ended_at = now() where account_id = $1 and id = $2' }

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
    text: `delete from restores where account_id = $1::uuid`,
    values: [accountId],
  }
}

function tellWorkers(): void {
  outboxWritten.publish([{ kind: RESTORE }])
}
