import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { JobNotifier } from '@prumo/backend/jobs/job-notifier'
import type { Database } from '@prumo/backend/platform/database/database'
import { v7 as newId } from 'uuid'
import type { OpenedStore } from '../append/opened.js'
import { MASTER_KEY, openProduct } from '../append/prumo.js'
import { startWorker } from '../processes.js'
import { repeatedCall } from '../rounds.js'
import { openAccounts, type MixAccount } from './accounts.js'
import { mixed, type MixKind } from './kinds.js'

/** A prime, so that each account gets every kind. */
const ACCOUNTS = 251
/** The longest that a round waits for the jobs of its commands, in milliseconds. */
const DRAIN_MS = 5_000

/** Every kind of command through the whole write path with its notifications, while a worker process runs the jobs. */
export async function mix(url: string): Promise<OpenedStore> {
  const { database, writePath } = await openProduct(url)
  const accounts = await openAccounts(writePath, ACCOUNTS)
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-mix-'))
  const secrets = { MASTER_KEY: MASTER_KEY.toString('base64'), JWT_SECRET: 'nobody signs in here and this is long enough' }
  const worker = await startWorker({ ...secrets, DATABASE_URL: url, PRUMO_DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const notifier = new JobNotifier({ directUrl: url, redisUrls: [], prefix: '' })

  let n = 0
  const writing = repeatedCall('Prumo, every kind mixed', async () => {
    const account = accounts[n % ACCOUNTS] as MixAccount
    const step = (mixed[n % mixed.length] as MixKind).next(account, n++)
    const idempotency = { key: newId(), request: `${step.method} /api/${step.path}\n${JSON.stringify(step.body ?? null)}` }
    await writePath.execute(step.command({ accountId: account.id, actor: account.id, source: 'app', idempotency }))
  })
  return {
    name: writing.name,
    async rate(effort) {
      const rate = await writing.rate(effort)
      await drained(database)
      return rate
    },
    async close() {
      await notifier.onApplicationShutdown()
      await worker.stop()
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Waits until the worker has run every job: the next measurement must not pay for them. */
async function drained(database: Database): Promise<void> {
  const deadline = performance.now() + DRAIN_MS
  while ((await database.rows({ text: 'select 1 from outbox limit 1' })).length > 0 && performance.now() < deadline) await pause(50)
}
