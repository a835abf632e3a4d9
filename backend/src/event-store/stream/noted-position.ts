import { readFile, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { RowReader } from '../../platform/database/connection-pool.js'

/** The progress of a log's database. */
const notedPosition = z.object({
  log: z.string(),
  /** The flushed position of the write-ahead log: `<high>/<low>` in hexadecimal. */
  flushed: z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/),
})
export type NotedPosition = z.output<typeof notedPosition>

const PRESENT = { name: 'present-log-position', text: 'select log_name() as log, pg_current_wal_flush_lsn()::text as flushed' }

/**
 * Records the database's progress in the data folder, outside the database.
 * @returns null; or, without recording, the earlier record when the same log was further then: the database was restored to an
 *   earlier state, and positions known to devices are no longer valid
 */
export async function notePosition(database: RowReader, dataDir: string): Promise<NotedPosition | null> {
  const file = positionFile(dataDir)
  const noted = await readPosition(file)
  const [present] = (await database.rows<NotedPosition>(PRESENT)) as [NotedPosition]
  if (noted?.log === present.log && bytesOf(noted.flushed) > bytesOf(present.flushed)) return noted
  // Other processes write the same file: rename makes it atomic. Containers may share a pid, hence the hostname.
  const own = `${file}.${hostname()}.${process.pid}`
  await writeFile(own, JSON.stringify(present), { mode: 0o600 })
  await rename(own, file)
  return null
}

export function positionFile(dataDir: string): string {
  return join(dataDir, 'log-position.json')
}

/** Null without a readable record. */
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
