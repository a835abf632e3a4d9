import type { Contender } from '../rounds.js'

/** A contender with connections to a database of its own. */
export interface Opened extends Contender {
  close(): Promise<unknown>
}

/** Opens a contender. @param lanes callers at once @param connections the most it may hold */
export type Open = (url: string, lanes: number, connections: number) => Promise<Opened>
