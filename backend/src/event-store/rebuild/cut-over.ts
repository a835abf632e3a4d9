import { escapeIdentifier, type PoolClient } from 'pg'
import { isDistributed } from '../../platform/database/distribute.js'
import { limitLocks, retryUntilLocked, type LockPatience } from '../../platform/database/lock-attempts.js'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import type { RunTransaction } from './rebuild-lock.js'
import type { Shadow } from './shadow.js'

/** So few accounts are followed under lock that nobody notices. */
const MAX_ACCOUNTS_UNDER_LOCK = 200
const ROUNDS = 20

/** What comes with the tables in the same moment. */
export interface EpochChange {
  /** The log's epoch before and after it; the same where no release takes over. */
  from: number
  to: number
  /** The read models that the program no longer has. */
  removed: readonly string[]
}

/**
 * Lets shadows take the places of the tables in use, all in one transaction, which is attempted until it gets its
 * locks. Throws TableInUse.
 * @param since what `findOldestTransaction` said before the shadows were filled
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
    // Catches up while nothing is locked, so that little is left for the moment under lock.
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

/** The versions of those tables that are there; 0 where nobody noted one. */
async function findTablesInUse(client: PoolClient, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    `select n.name, coalesce(r.version, 0) as version from unnest($1::text[]) as n(name) left join read_models r on r.name = n.name
     where to_regclass(quote_ident(n.name)) is not null`,
    [names],
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** The id below which every transaction has ended: whoever reads after this sees what those wrote. */
export async function findOldestTransaction(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::xid as xid')
  return rows[0]?.xid ?? '0'
}

/**
 * The accounts whose heads were written by that transaction or later, by the ids of transactions, which no clock can
 * get wrong. Some may have been seen before; none is missing. It reads all heads: a tenth of a second for a million.
 */
async function findMovedAccounts(client: PoolClient, xid: string): Promise<string[]> {
  // A transaction that began after this one has an age below zero. So does a row frozen so long ago that its id is counted anew: far below.
  const { rows } = await client.query<{ account_id: string }>(
    'select account_id from account_heads where age(xmin) between -1000000 and age($1::xid)',
    [xid],
  )
  return rows.map((row) => row.account_id)
}

/**
 * The accounts that each shadow has yet to follow. Transactions have numbers of their own on each node of a cluster, so there
 * it is told from how far the shadow came.
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
  // An append locks its account's head first, as it asks for the epoch, and holds it to its commit: none is under way after this,
  // and whichever begins waits before it asks. Readers go on.
  if (to !== from) await client.query('lock table account_heads in exclusive mode')
  if (inUse.size > 0) await client.query(`lock table ${[...inUse.keys()].map(escapeIdentifier).join(', ')} in access exclusive mode`)
  // Where two rebuilds run at once, one waits here for the other; a release that came first is not undone.
  const { rowCount } = await client.query('update log_epoch set epoch = $2 where epoch = $1', [from, to])
  if (rowCount === 0) throw new StartupError('Outro processo trocou as tabelas de leitura antes deste, que não mudou nada. Tente de novo.')
  // Whoever was writing to a table has committed now, so what is committed is all there is.
  for (const [shadow, accounts] of await findLaggingAccounts(client, shadows, since)) {
    await shadow.catchUpWithin(client, accounts)
    await shadow.replaceTable(client, inUse.get(shadow.projection.table.name))
  }
  for (const name of removed) {
    await client.query(`drop table if exists ${escapeIdentifier(name)}`)
    await client.query('delete from read_models where name = $1', [name])
  }
}
