import { escapeIdentifier, type PoolClient } from 'pg'
import { limitLocks, untilLocked, type Patience } from '../../platform/database/lock-attempts.js'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import type { Transact } from './alone.js'
import type { Shadow } from './shadow.js'

/** Told after each attempt that came to nothing, because someone reads or writes one of the tables for long. */
export interface Waited {
  tables: string[]
  seconds: number
}

/** What comes with the tables in the same moment. */
export interface Change {
  /** The log's epoch before and after it; the same where no release takes over. */
  from: number
  to: number
  /** The read models that the program no longer has. */
  removed: readonly string[]
}

/** Thrown when the tables could not be had for as long as there was patience; everything is as it was before. */
export class TableInUse extends StartupError {
  constructor(tables: readonly string[], seconds: number) {
    super(
      `Alguém está usando as tabelas ${tables.join(', ')} há mais de ${seconds} segundos (um backup, por exemplo), e elas não puderam ser trocadas. ` +
        'Nada mudou. Tente de novo quando a leitura terminar.',
    )
  }
}

/**
 * Lets shadows that have almost caught up take the places of the tables in use, all in one transaction, which is
 * attempted until it gets its locks. Throws TableInUse.
 */
export async function cutOver(
  transact: Transact,
  shadows: readonly Shadow[],
  change: Change,
  { onWait, ...patience }: Omit<Patience, 'onWait'> & { onWait?: (waited: Waited) => void },
): Promise<void> {
  const inUse = await transact((client) => tablesInUse(client, [...shadows.map(({ projection }) => projection.table.name), ...change.removed]))
  const tables = [...inUse.keys()]
  const locked = change.to === change.from ? tables : ['account_heads', ...tables]
  let since = await transact(oldestUnfinished)
  for (const shadow of shadows) await shadow.follow(transact, (await transact((client) => shadow.backlog(client))).accounts)
  const attempt = async (before: number) => {
    // While nothing is locked, so that little is left for the moment under lock.
    const next = await transact(oldestUnfinished)
    const moved = await transact((client) => movedSince(client, since))
    for (const shadow of shadows) await shadow.follow(transact, moved)
    since = next
    await transact(async (client) => {
      await limitLocks(client, 'transaction', before, locked)
      await changePlaces(client, shadows, inUse, change, since)
    })
  }
  const told = (seconds: number) => onWait?.({ tables, seconds })
  await untilLocked(attempt, { ...patience, onWait: told }, (seconds) => new TableInUse(tables, seconds))
}

/** The versions of those tables that are there; 0 where nobody noted one. */
async function tablesInUse(client: PoolClient, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    `select n.name, coalesce(r.version, 0) as version from unnest($1::text[]) as n(name) left join read_models r on r.name = n.name
     where to_regclass(quote_ident(n.name)) is not null`,
    [names],
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** The id below which every transaction has ended: whoever reads after this sees what those wrote. */
async function oldestUnfinished(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::xid as xid')
  return rows[0]?.xid ?? '0'
}

/**
 * The accounts whose heads were written by that transaction or later, by the ids of transactions, which no clock can
 * get wrong. Some may have been seen before; none is missing. It looks at all heads: a tenth of a second for a million.
 */
async function movedSince(client: PoolClient, xid: string): Promise<string[]> {
  const { rows } = await client.query<{ account_id: string }>('select account_id from account_heads where age(xmin) <= age($1::xid)', [xid])
  return rows.map((row) => row.account_id)
}

async function changePlaces(client: PoolClient, shadows: readonly Shadow[], inUse: ReadonlyMap<string, number>, { from, to, removed }: Change, since: string): Promise<void> {
  // An append takes its account's head first and holds it to its commit: none is under way after this, and none begins.
  if (to !== from) await client.query('lock table account_heads in share mode')
  if (inUse.size > 0) await client.query(`lock table ${[...inUse.keys()].map(escapeIdentifier).join(', ')} in access exclusive mode`)
  // Whoever lost its lock without knowing comes too late here, and another waits until this one has ended.
  const { rowCount } = await client.query('update log_epoch set epoch = $2 where epoch = $1', [from, to])
  if (rowCount === 0) throw new StartupError('Outro processo trocou as tabelas de leitura antes deste, que não mudou nada. Tente de novo.')
  // Whoever was writing to a table has committed now, so what is committed is all there is.
  const moved = await movedSince(client, since)
  for (const shadow of shadows) {
    await shadow.followWithin(client, moved)
    await shadow.takePlace(client, inUse.get(shadow.projection.table.name))
  }
  for (const name of removed) {
    await client.query(`drop table if exists ${escapeIdentifier(name)}`)
    await client.query('delete from read_models where name = $1', [name])
  }
}
