import type { Contender } from '../rounds.js'

/** A contender with connections to a database of its own. */
export interface OpenedStore extends Contender {
  close(): Promise<unknown>
}

/** Opens a contender. @param lanes callers at once @param connections the most it may hold */
export type OpenStore = (url: string, lanes: number, connections: number) => Promise<OpenedStore>
