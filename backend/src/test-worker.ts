import { join } from 'node:path'
import { CommandBus } from '@nestjs/cqrs'
import { jobWorkers } from './capabilities.js'
import { Settings } from './platform/config/settings.js'
import { FileMailer } from './platform/mail/file-mailer.js'
import type { Mailer } from './platform/mail/mailer.js'
import { Outbox } from './platform/outbox/outbox.js'
import { openQueues } from './platform/queue/queue.module.js'
import { WorkerHost } from './platform/queue/worker-host.js'
import type { TestApp } from './test-app.js'

/** What the worker process does, over a test server's database. */
export interface TestWorker {
  /** To be called before the server's own. */
  close: () => Promise<void>
}

/** Starts every kind of job. @param mailer if not given, mails are kept in the server's data folder */
export async function startTestWorker({ app, database, reading, dataDir }: TestApp, mailer: Mailer = filesIn(dataDir)): Promise<TestWorker> {
  const [settings, commands] = [app.get(Settings, { strict: false }), app.get(CommandBus, { strict: false })]
  const queues = await openQueues(settings, database, jobWorkers.length + 4)
  const host = new WorkerHost(queues, new Outbox(database), jobWorkers, { settings, database, reading, commands, mailer })
  await host.onApplicationBootstrap()
  return {
    async close() {
      await host.onModuleDestroy()
      await queues.onApplicationShutdown()
    },
  }
}

function filesIn(dataDir: string): Mailer {
  return new FileMailer(join(dataDir, 'mails'), 'Prumo <ola@prumo.app>')
}
