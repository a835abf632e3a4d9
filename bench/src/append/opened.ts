import type { Contender } from '../rounds.js'

/** A contender with connections to its own database. */
export interface OpenedStore extends Contender {
  close(): Promise<unknown>
}

/** Opens a contender. @param lanes parallel callers @param connections the most connections it may use */
export type OpenStore = (url: string, lanes: number, connections: number) => Promise<OpenedStore>
