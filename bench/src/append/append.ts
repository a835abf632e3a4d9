import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Cluster } from '../cluster.js'
import { measureInTurns, type Rates } from '../rounds.js'
import type { Opened } from './opened.js'

const KINDS = ['prumo', 'raw', 'save', 'audit', 'emmett']

/**
 * Recording transactions, each caller into an account of its own and each contender with a connection for every
 * caller, in a process of its own: in one together each would run code that the others' use made slower.
 */
export async function append(cluster: Cluster, concurrency: number, effort: { rounds: number; seconds: number }): Promise<Rates[]> {
  const started: Opened[] = []
  try {
    for (const kind of KINDS) started.push(await start(kind, await cluster.database(`${kind}_${concurrency}`), concurrency))
    return await measureInTurns(started, { ...effort, concurrency }, cluster.settle)
  } finally {
    for (const contender of started) await contender.close()
  }
}

/** Starts the program of a contender, which is called from here. */
async function start(kind: string, url: string, concurrency: number): Promise<Opened> {
  const child = fork(fileURLToPath(new URL('./contender.js', import.meta.url)), [kind, url, String(concurrency)])
  const ended = once(child, 'exit')
  const told = async <T>(): Promise<T> => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(([code]) => Promise.reject(new Error(`${kind} ended with ${code}`)))])
    return message as T
  }
  return {
    name: await told<string>(),
    rate({ seconds }) {
      child.send(seconds)
      return told<number>()
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
