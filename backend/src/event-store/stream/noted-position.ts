import { readFile, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { RowReader } from '../../platform/database/connection-pool.js'

/** How far a log's database had come. */
const notedPosition = z.object({
  log: z.string(),
  /** Up to here the write-ahead log was on the database's disk: `<high>/<low>` in hexadecimal. */
  flushed: z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/),
})
export type NotedPosition = z.output<typeof notedPosition>

const PRESENT = { name: 'present-log-position', text: 'select log_name() as log, pg_current_wal_flush_lsn()::text as flushed' }

/**
 * Notes in the data folder, apart from the database, how far the database has come.
 * @returns null; where the same log had come further before, that position, and nothing is noted: the database was put back to an
 * earlier state, and what devices know of the log is no longer true
 */
export async function notePosition(database: RowReader, dataDir: string): Promise<NotedPosition | null> {
  const file = positionFile(dataDir)
  const noted = await readPosition(file)
  const [present] = (await database.rows<NotedPosition>(PRESENT)) as [NotedPosition]
  if (noted?.log === present.log && bytesOf(noted.flushed) > bytesOf(present.flushed)) return noted
  // Other processes note theirs here too: a file is whole or not there. Those of several containers may have one pid.
  const own = `${file}.${hostname()}.${process.pid}`
  await writeFile(own, JSON.stringify(present), { mode: 0o600 })
  await rename(own, file)
  return null
}

export function positionFile(dataDir: string): string {
  return join(dataDir, 'log-position.json')
}

/** Null where nothing that can be read was noted. */
async function readPosition(file: string): Promise<NotedPosition | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  try {
    return notedPosition.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function bytesOf(lsn: string): bigint {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
