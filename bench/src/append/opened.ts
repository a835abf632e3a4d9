import pg from 'pg'
import type { Contender } from '../rounds.js'

/** A contender with connections to a database of its own. */
export interface Opened extends Contender {
  close(): Promise<unknown>
}

/** Opens a contender. @param lanes callers at once @param connections the most it may hold */
export type Open = (url: string, lanes: number, connections: number) => Promise<Opened>

/** A pool with as many connections. Its end does not wait for them, so the server's own end may still reach some: that is no failure. */
export function openPool(url: string, connections: number): pg.Pool {
  return new pg.Pool({ connectionString: url, max: connections }).on('error', () => undefined)
}
