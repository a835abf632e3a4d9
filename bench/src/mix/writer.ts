import 'reflect-metadata'
import { Rings } from '@prumo/backend/jobs/rings'
import { v7 as newId } from 'uuid'
import { openProduct } from '../append/prumo.js'
import type { Account } from './accounts.js'
import { kinds, mixed, type Kind } from './kinds.js'

/** What a fresh process is told to do. */
export interface Task {
  url: string
  accounts: Account[]
  /** The one kind to send; null for the mix. */
  kind: string | null
  concurrency: number
  /** Seconds after the first command: what ends between them is counted. */
  from: number
  to: number
}

/** What came of it. */
export interface Done {
  rate: number
}

/** A process that does nothing but what it is told once: the whole write path with the rings for its workers, from its first command on. */
process.once('message', (task: Task) => void runAndTell(task))

async function runAndTell(task: Task): Promise<void> {
  const done = await run(task)
  process.send?.(done, () => process.exit(0))
}

async function run({ url, accounts, kind, concurrency, from, to }: Task): Promise<Done> {
  const { database, writePath } = await openProduct(url)
  const rings = new Rings({ directUrl: url, redisUrl: null, prefix: '', connections: 2 })

  const sent = kind === null ? mixed : kinds.filter(({ name }) => name === kind)
  let [n, counted] = [Math.floor(Math.random() * 1e6), 0]
  const begun = performance.now()
  const [first, last] = [begun + from * 1000, begun + to * 1000]
  await Promise.all(
    Array.from({ length: concurrency }, async (_, lane) => {
      for (let turn = 0; performance.now() < last; turn++) {
        const account = accounts[(lane + turn * concurrency) % accounts.length] as Account
        const step = (sent[n % sent.length] as Kind).next(account, n++)
        const idempotency = { key: newId(), request: `${step.method} /api/${step.path}\n${JSON.stringify(step.body ?? null)}` }
        await writePath.execute(step.command({ accountId: account.id, actor: account.id, source: 'app', idempotency }))
        const now = performance.now()
        if (now >= first && now < last) counted++
      }
    }),
  )
  await rings.onApplicationShutdown()
  await database.close()
  return { rate: counted / (to - from) }
}
