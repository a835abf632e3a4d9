import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchCluster } from '../cluster.js'
import { measureInTurns, type Rates } from '../rounds.js'
import type { OpenedStore } from './opened.js'

/**
 * Measures writes. Each contender has a database and a process of its own, because code that several contenders share in
 * one process runs slower. Each caller writes for an account of its own, or alternates between many.
 * @param kinds the contenders, by their names in `contender.ts`
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

/** Starts the process of a contender; its calls are sent from this process. */
export async function start(kind: string, url: string, concurrency: number): Promise<OpenedStore> {
  const child = fork(fileURLToPath(new URL('./contender.js', import.meta.url)), [kind, url, String(concurrency)])
  const ended = once(child, 'exit')
  const nextMessage = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${kind} ended with ${code}`))),
    ])
    return message as T
  }
  return {
    name: await nextMessage<string>(),
    rate({ seconds }) {
      child.send(seconds)
      return nextMessage<number>()
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
