import { escapeIdentifier, type PoolClient } from 'pg'
import { isDistributed } from '../../platform/database/distribute.js'
import { limitLocks, retryUntilLocked, type LockPatience } from '../../platform/database/lock-attempts.js'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import type { RunTransaction } from './rebuild-lock.js'
import type { Shadow } from './shadow.js'

/** So few accounts catch up under lock that the pause is not noticeable. */
const MAX_ACCOUNTS_UNDER_LOCK = 200
const ROUNDS = 20

/** Changes committed together with the swap. */
export interface EpochChange {
  /** The log's epoch before and after; equal when no new release takes over. */
  from: number
  to: number
  /** Read models that the program no longer has. */
  removed: readonly string[]
}

/**
 * Swaps shadow tables with the tables in use, in a single transaction that is retried until it gets its locks. Throws
 * TableInUse.
 * @param since the result of `findOldestTransaction` before the shadows were filled
 */
export async function cutOver(
  transact: RunTransaction,
  shadows: readonly Shadow[],
  since: string,
  change: EpochChange,
  patience: LockPatience,
): Promise<void> {
  const inUse = await transact((client) =>
    findTablesInUse(client, [...shadows.map(({ projection }) => projection.table.name), ...change.removed]),
  )
  const tables = [...(change.to === change.from ? [] : ['account_heads']), ...inUse.keys()]
  let caughtUp = since
  await retryUntilLocked(tables, patience, async (before) => {
    // Catch up without locks, so that little remains to be done under lock.
    let moved = Infinity
    for (let round = 0; moved > MAX_ACCOUNTS_UNDER_LOCK && round < ROUNDS; round++) {
      const next = await transact(findOldestTransaction)
      const behind = await transact((client) => findLaggingAccounts(client, shadows, caughtUp))
      moved = 0
      for (const [shadow, accounts] of behind) {
        await shadow.catchUp(transact, accounts)
        moved = Math.max(moved, accounts.length)
      }
      caughtUp = next
    }
    await transact(async (client) => {
      await limitLocks(client, 'transaction', before, tables)
      await swapTables(client, shadows, inUse, change, caughtUp)
    })
  })
}

/** The versions of those tables that exist; 0 when unknown. */
async function findTablesInUse(client: PoolClient, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    `select n.name, coalesce(r.version, 0) as version from unnest($1::text[]) as n(name) left join read_models r on r.name = n.name
     where to_regclass(quote_ident(n.name)) is not null`,
    [names],
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** The xmin of the current snapshot: every transaction below it has ended, so its writes are visible from now on. */
export async function findOldestTransaction(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::xid as xid')
  return rows[0]?.xid ?? '0'
}

/**
 * The accounts whose heads were written by that transaction or later, by transaction id, which is independent of clocks. May
 * include accounts already seen, never misses one. Scans all heads: a tenth of a second for a million.
 */
async function findMovedAccounts(client: PoolClient, xid: string): Promise<string[]> {
  // A newer transaction has a negative age. A row frozen long ago, whose id has wrapped around, has a hugely negative one.
  const { rows } = await client.query<{ account_id: string }>(
    'select account_id from account_heads where age(xmin) between -1000000 and age($1::xid)',
    [xid],
  )
  return rows.map((row) => row.account_id)
}

/**
 * The accounts that each shadow must still catch up with. Transaction ids differ between the nodes of a cluster, so there the
 * shadow's own progress decides.
 */
async function findLaggingAccounts(client: PoolClient, shadows: readonly Shadow[], xid: string): Promise<Map<Shadow, string[]>> {
  const behind = new Map<Shadow, string[]>()
  if (await isDistributed(client)) for (const shadow of shadows) behind.set(shadow, await shadow.findLaggingAccounts(client))
  else {
    const moved = await findMovedAccounts(client, xid)
    for (const shadow of shadows) behind.set(shadow, moved)
  }
  return behind
}

async function swapTables(
  client: PoolClient,
  shadows: readonly Shadow[],
  inUse: ReadonlyMap<string, number>,
  { from, to, removed }: EpochChange,
  since: string,
): Promise<void> {
  // An append locks its account's head while it reads the epoch, until its commit. After this lock no append is under way, and
  // new ones wait before they read the epoch. Readers continue.
  if (to !== from) await client.query('lock table account_heads in exclusive mode')
  if (inUse.size > 0) await client.query(`lock table ${[...inUse.keys()].map(escapeIdentifier).join(', ')} in access exclusive mode`)
  // Concurrent rebuilds serialise here; the epoch check keeps the later one from undoing the earlier.
  const { rowCount } = await client.query('update log_epoch set epoch = $2 where epoch = $1', [from, to])
  if (rowCount === 0) throw new StartupError('Outro processo trocou as tabelas de leitura antes deste, que não mudou nada. Tente de novo.')
  // Writers of these tables have committed, so everything committed is visible.
  for (const [shadow, accounts] of await findLaggingAccounts(client, shadows, since)) {
    await shadow.catchUpWithin(client, accounts)
    await shadow.replaceTable(client, inUse.get(shadow.projection.table.name))
  }
  for (const name of removed) {
    await client.query(`drop table if exists ${escapeIdentifier(name)}`)
    await client.query('delete from read_models where name = $1', [name])
  }
}
