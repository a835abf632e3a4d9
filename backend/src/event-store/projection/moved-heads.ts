import type { PoolClient } from 'pg'

/**
 * Which accounts are appended to from now on, noted by the appends themselves: whoever holds a table under lock has no
 * time to look through all heads. It tells by no clock, because the processes that append need not agree on one.
 */

/** Begins. Waits for the appends under way, so that whoever looks at the heads after it sees all that was not noted. */
export async function noteMovedHeads(client: PoolClient): Promise<void> {
  await client.query('alter table account_heads enable trigger account_heads_moved')
}

export async function stopNotingMovedHeads(client: PoolClient): Promise<void> {
  await client.query('alter table account_heads disable trigger account_heads_moved')
  await client.query('delete from moved_heads')
}

/** The accounts noted since the last look. Within a transaction that is rolled back, they stay noted. */
export async function takeMovedHeads(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ account_id: string }>('with taken as (delete from moved_heads returning account_id) select distinct account_id from taken')
  return rows.map((row) => row.account_id)
}
