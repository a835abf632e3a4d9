import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchCluster } from '../cluster.js'
import { measureInTurns, type Rates } from '../rounds.js'
import type { OpenedStore } from './opened.js'

/**
 * Writing, each contender on a database of its own and in a process of its own: in one together each would run code that
 * the others' use made slower. Each caller writes for an account of its own, or goes through many.
 * @param kinds the contenders, as `contender.ts` calls them
 */
export async function append(
  cluster: BenchCluster,
  kinds: readonly string[],
  effort: { rounds: number; seconds: number; concurrency: number },
): Promise<Rates[]> {
  const started: OpenedStore[] = []
  const databases: string[] = []
  try {
    for (const kind of kinds) {
      const name = `${kind}_${kinds.length}_${effort.concurrency}`
      const url = await cluster.database(name)
      databases.push(name)
      started.push(await start(kind, url, effort.concurrency))
    }
    return await measureInTurns(started, effort, cluster.settle)
  } finally {
    for (const contender of started) await contender.close()
    for (const name of databases) await cluster.drop(name)
  }
}

/** Starts the program of a contender, which is called from here. */
export async function start(kind: string, url: string, concurrency: number): Promise<OpenedStore> {
  const child = fork(fileURLToPath(new URL('./contender.js', import.meta.url)), [kind, url, String(concurrency)])
  const ended = once(child, 'exit')
  const told = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${kind} ended with ${code}`))),
    ])
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
