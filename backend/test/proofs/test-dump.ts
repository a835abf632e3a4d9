import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Reads a database as `pg_dump` does, which the embedded Postgres does not include: in one snapshot, with every table
 * under the lock that a reader takes, for so many seconds.
 * @param onLocked called once everything is locked
 * @returns how many events it read; throws when the heads it read disagree with that
 */
export async function dump(url: string, seconds: number, onLocked: () => void): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
    onLocked()
    const read = new Map<string, { seq?: unknown }[]>()
    for (const { name } of tables) {
      read.set(name, (await client.query<{ seq?: unknown }>(`select * from ${name}`)).rows)
      await pause((seconds * 1000) / tables.length)
    }
    await client.query('commit')
    const events = read.get('public.events')?.length ?? 0
    const known = (read.get('public.account_heads') ?? []).reduce((sum, { seq }) => sum + Number(seq), 0)
    if (events !== known) throw new Error(`A dump holds ${events} events of ${known}`)
    return events
  } finally {
    await client.end()
  }
}
