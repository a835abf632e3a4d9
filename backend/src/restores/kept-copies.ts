import type { Restore } from '@prumo/shared/restore'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { Database } from '../platform/database/database.js'
import type { PortionedDelete } from '../platform/database/delete-in-portions.js'
import { mapYielding } from '../platform/map-yielding.js'
import { insertAttachments, IS_RESTORABLE, type SealedAttachment } from './copied-attachments.js'
import type { CopyItem } from './copy-items.js'

export const RESTORE = 'restore'

/** Days after which a copy is deleted, restored or not. */
export const KEPT_DAYS = 7

/** The most problems listed. */
const MOST_PROBLEMS = 100

/**
 * The largest portion, in items and in UTF-16 units of JSON. A portion is sealed together and restored by one command:
 * small enough that others write between portions, and that the device sees progress.
 */
export const PORTION = 500
const PORTION_LENGTH = 400_000

/** A copy being restored, without its portions. Sealed parts are bound to account, restore and kind. */
export interface KeptCopy {
  id: string
  /** A fingerprint of the file under the account's key. */
  file: Buffer
  total: number
  done: number
  /** How many of its receipts have not arrived. */
  attachments: number
  /** Sealed; null for none. */
  problems: string | null
  isEnded: boolean
  /** Whether a job for it is queued or running. */
  isUnderWay: boolean
}

const contextOf = (accountId: string, id: string, what: 'problems' | `portion ${number}`) => `restore\n${accountId}\n${id}\n${what}`

/** A stored portion of a copy. */
export interface SealedPortion {
  /** The position of its first item in the copy. */
  from: number
  sealed: string
}

/** Seals the items of a copy in portions, in order; deterministic. */
export async function sealPortions(key: DataKey, accountId: string, id: string, items: readonly CopyItem[]): Promise<SealedPortion[]> {
  const portions: SealedPortion[] = []
  let [texts, length]: [string[], number] = [[], 0]
  const seal = (from: number) => {
    if (texts.length === 0) return
    portions.push({ from, sealed: key.seal(`[${texts.join(',')}]`, contextOf(accountId, id, `portion ${from}`)) })
    texts = []
    length = 0
  }
  await mapYielding(items, (item, index) => {
    const text = JSON.stringify(item)
    if (texts.length === PORTION || length + text.length > PORTION_LENGTH) seal(index - texts.length)
    texts.push(text)
    length += text.length
  })
  seal(items.length - texts.length)
  return portions
}

const FIND_PORTION = {
  name: 'find-restore-portion',
  text: 'select portion as "from", sealed from restore_portions where account_id = $1 and portion <= $2 order by portion desc limit 1',
}

/** The items of the portion that contains a position, with the position of its first; none if the stored portion is damaged. */
export async function openPortion(
  database: RowReader,
  key: DataKey,
  accountId: string,
  id: string,
  at: number,
): Promise<{ from: number; items: CopyItem[] }> {
  const [found] = await database.rows<SealedPortion>(FIND_PORTION, [accountId, at])
  try {
    const { from, sealed } = found as SealedPortion
    return { from, items: JSON.parse(key.open(sealed, contextOf(accountId, id, `portion ${from}`))) as CopyItem[] }
  } catch {
    return { from: at, items: [] }
  }
}

/** Throws if the stored text is damaged. */
export function openProblems(key: DataKey, accountId: string, { id, problems }: KeptCopy): Restore['problems'] {
  return problems === null ? [] : (JSON.parse(key.open(problems, contextOf(accountId, id, 'problems'))) as Restore['problems'])
}

const IS_UNDER_WAY = `exists (select 1 from outbox o where o.account_id = r.account_id and o.kind = '${RESTORE}' and o.subject = r.id::text and num_nulls(o.failed_at) = 1)`

const FIND = {
  name: 'find-restore',
  text: `
    select id, file, total, done, problems,
      (select count(*) from restore_attachments m where m.account_id = $1 and ${IS_RESTORABLE})::integer as attachments, ended_at is not null as "isEnded", ${IS_UNDER_WAY} as "isUnderWay"
    from restores r where account_id = $1`,
}

/** The stored copy of an account, without its portions; null for none. */
export async function findKeptCopy(database: RowReader, accountId: string): Promise<KeptCopy | null> {
  const [found] = await database.rows<KeptCopy>(FIND, [accountId])
  return found ?? null
}

const STANDING = {
  name: 'find-standing-restore',
  text: `select id, ${IS_UNDER_WAY} as "isUnderWay" from restores r where account_id = $1 and ended_at is null`,
}

/** The copy that is not completely restored; null for none. */
export async function findCopyState(database: RowReader, accountId: string): Promise<Pick<KeptCopy, 'id' | 'isUnderWay'> | null> {
  const [found] = await database.rows<Pick<KeptCopy, 'id' | 'isUnderWay'>>(STANDING, [accountId])
  return found ?? null
}

/** A copy to store. */
export interface NewCopy extends Pick<KeptCopy, 'id' | 'file' | 'total'> {
  accountId: string
  portions: readonly SealedPortion[]
  attachments: readonly SealedAttachment[]
}

const PUT_PORTION = `
  insert into restore_portions as p (account_id, portion, sealed) values ($1, $2, $3)
  on conflict (account_id, portion) do update set sealed = excluded.sealed`

/**
 * Stores a copy, replacing the previous one, with the job that restores it. Each portion is a statement of its own: one
 * statement would block the event loop while its message is built.
 */
export function insertCopy({ accountId, id, file, portions, attachments, total }: NewCopy): Write[] {
  return [
    {
      name: 'append-restore',
      text: `
        with kept as (
          insert into restores as r (account_id, id, file, total) values ($3::uuid, $2::uuid, $4::bytea, $5::integer)
          on conflict (account_id) do update set id = excluded.id, file = excluded.file, total = excluded.total,
            done = 0, problems = null, begun_at = excluded.begun_at, ended_at = null
        ), others as (
          delete from restore_portions where account_id = $3::uuid and portion <> all ($6::integer[])
        ) ${OUTBOX_INSERT}`,
      values: [...outboxValues({ kind: RESTORE, subject: id, accountId }), file, total, portions.map(({ from }) => from)],
      onDurable: notifyWorkers,
      isLarge: true,
    },
    ...portions.map(({ from, sealed }) => ({ name: 'append-restore-items', text: PUT_PORTION, values: [accountId, from, sealed] })),
    ...insertAttachments(accountId, attachments),
  ]
}

const RESUME = {
  name: 'resume-restore',
  text: `
    with resumed as (
      update restores set problems = null, begun_at = now() where account_id = $3::uuid and id = $2::uuid and ended_at is null returning id
    ) ${OUTBOX_INSERT} where exists (select 1 from resumed)`,
}

/** Resumes a copy that failed, with the portions of the file that was sent again. */
export async function resume(database: Database, accountId: string, id: string, portions: readonly SealedPortion[]): Promise<void> {
  await database.transaction(async (client) => {
    const { rowCount } = await client.query({ ...RESUME, values: outboxValues({ kind: RESTORE, subject: id, accountId }) })
    if (rowCount === 0) return
    for (const { from, sealed } of portions)
      await client.query({ name: 'put-restore-items', text: PUT_PORTION, values: [accountId, from, sealed] })
  })
  notifyWorkers()
}

/** A write that records the progress up to a position. */
export function recordPortion(accountId: string, id: string, to: number): Write {
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

/** Stores problems. @param items how many items they skip; 0 if they concern the whole copy */
export async function noteProblems(
  database: RowReader,
  { key, accountId, kept }: { key: DataKey; accountId: string; kept: KeptCopy },
  problems: Restore['problems'],
  items: number,
): Promise<void> {
  const all = [...openProblems(key, accountId, kept), ...problems].slice(0, MOST_PROBLEMS)
  const sealed = key.seal(JSON.stringify(all), contextOf(accountId, kept.id, 'problems'))
  await database.rows(NOTE_PROBLEM, [accountId, kept.id, kept.done, sealed, items])
}

/** Ends a completely restored copy. */
export const END = {
  name: 'end-restore',
  text: `
    with ended as (update restores set ended_at = now() where account_id = $1 and id = $2 returning account_id)
    delete from restore_portions where account_id = $1 and exists (select 1 from ended)`,
}

/** Few at once, because each may have many megabytes. */
export const FORGET_OLD: PortionedDelete = {
  name: 'purge-restores',
  table: 'restores',
  key: ['account_id'],
  where: `begun_at < now() - interval '${KEPT_DAYS} days'`,
  portion: 20,
}

/** A write of a reset or an erasure that deletes the copy. */
export function deleteCopy(accountId: string): Write {
  return {
    name: 'append-forgotten-restore',
    text: 'delete from restores where account_id = $1::uuid',
    values: [accountId],
  }
}

function notifyWorkers(): void {
  outboxWritten.publish([{ kind: RESTORE }])
}
