import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MASTER_KEY, openProduct } from '../append/prumo.js'
import type { Cluster } from '../cluster.js'
import { startWorker } from '../processes.js'
import { median } from '../rounds.js'
import { openAccounts } from './accounts.js'
import { kinds } from './kinds.js'
import type { Done, Task } from './writer.js'

/** A prime, so that each account meets every kind. */
const ACCOUNTS = 251

/**
 * From so many seconds on each is measured on a log of its own: on one for all, whoever comes later pays for what the
 * earlier ones left, longer indexes and the cleaning up of their rows. What lasts a second leaves little of it.
 */
const LASTING = 5

/** What the mix came to beside its single kinds, in commands a second. */
export interface Mixed {
  /** The median of processes before, between and after the single kinds, because the machine changes in minutes: of five, or of three where a measure is short. */
  mix: number
  singles: { name: string; share: number; rate: number }[]
  /** The harmonic mean of the single kinds, each weighted as often as it is in the mix: what the mix would come to if mixing cost nothing. */
  harmonic: number
}

/**
 * Every kind of command in one stream, and each by itself, measured alike: through the whole write path of a fresh
 * process with its rings, while a worker process does the jobs. @param window seconds after a process' first command
 */
export async function mix(cluster: Cluster, concurrency: number, window: { from: number; to: number }): Promise<Mixed> {
  let opened = 0
  const open = () => openApart(cluster, `mix_${concurrency}_${opened++}`)
  const shared = window.to < LASTING ? await open() : null
  const measured = async (kind: string | null): Promise<number> => {
    const product = shared ?? (await open())
    try {
      const accounts = await openAccounts(product.writePath, ACCOUNTS)
      await cluster.settle()
      const { rate } = await inFreshProcess({ url: product.url, accounts, kind, concurrency, ...window })
      // It takes minutes; whoever waits sees how it goes.
      process.stderr.write(`${kind ?? 'all of them mixed'}: ${Math.round(rate)}\n`)
      return rate
    } finally {
      if (product !== shared) await product.remove()
    }
  }
  const stretch = kinds.length / (shared ? 2 : 4)
  try {
    const mixes = [await measured(null)]
    const singles: Mixed['singles'] = []
    for (const [index, { name, share }] of kinds.entries()) {
      if (index > 0 && index % stretch === 0) mixes.push(await measured(null))
      singles.push({ name, share, rate: await measured(name) })
    }
    mixes.push(await measured(null))
    const shares = singles.reduce((sum, { share }) => sum + share, 0)
    return { mix: median(mixes), singles, harmonic: shares / singles.reduce((sum, { share, rate }) => sum + share / rate, 0) }
  } finally {
    await shared?.remove()
  }
}

/** A product on a log of its own, with a worker beside it. */
async function openApart(cluster: Cluster, name: string) {
  const url = await cluster.database(name)
  const { database, writePath } = await openProduct(url)
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-mix-'))
  const keys = { MASTER_KEY: MASTER_KEY.toString('base64'), JWT_SECRET: 'nobody signs in here and this is long enough' }
  const worker = await startWorker({ ...keys, DATABASE_URL: url, PRUMO_DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  return {
    url,
    writePath,
    async remove() {
      await worker.stop()
      await database.close()
      await rm(dataDir, { recursive: true })
      await cluster.drop(name)
    },
  }
}

async function inFreshProcess(task: Task): Promise<Done> {
  const child = fork(fileURLToPath(new URL('./writer.js', import.meta.url)), { serialization: 'advanced' })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The ${task.kind ?? 'mix'} ended with ${code}`)))
  child.send(task)
  const [done] = (await Promise.race([once(child, 'message'), ended])) as [Done]
  await ended.catch(() => undefined)
  return done
}
