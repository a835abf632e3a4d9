import { jobWorkers } from '@prumo/backend/composition/capabilities'
import type { Mailer } from '@prumo/backend/platform/mail/mailer'
import { Outbox } from '@prumo/backend/jobs/outbox'
import { openJobNotifier } from '@prumo/backend/jobs/queue.module'
import { WorkerHost } from '@prumo/backend/jobs/worker-host'
import type { TestApp } from './test-app.js'

/** The jobs of a worker process, over a test server's database. */
export interface TestWorker {
  /** To be called before the server's own `close`. */
  close: () => Promise<void>
}

/** Starts every kind of job. @param mailer by default mails are kept in the server's data folder */
export async function startTestWorker({ tools }: TestApp, mailer?: Mailer): Promise<TestWorker> {
  const own = { ...tools(), ...(mailer && { mailer }) }
  const notifier = await openJobNotifier(own.settings, own.database)
  const host = new WorkerHost(notifier, new Outbox(own.database), jobWorkers, own)
  host.onApplicationBootstrap()
  return {
    async close() {
      await host.onModuleDestroy()
      await notifier.onApplicationShutdown()
    },
  }
}
