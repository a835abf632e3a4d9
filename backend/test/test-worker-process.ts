import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { Outbox } from '@prumo/backend/jobs/outbox'
import { JobNotifier } from '@prumo/backend/jobs/job-notifier'
import { toolsOf, type TestQueue } from './test-queue.js'
import { WorkerHost } from '@prumo/backend/jobs/worker-host'

/** A worker in a process of its own, for a test to kill: it claims every job of the kind `work` and never ends one. */
const access = JSON.parse(process.argv[2] ?? '') as TestQueue['access']
const database = await openDatabase({ url: access.directUrl })
const worker = { kind: 'work', run: () => pause(3_600_000) }
const notifier = new JobNotifier(access)
new WorkerHost(notifier, new Outbox(database), [worker], toolsOf(database)).onApplicationBootstrap()
process.stdout.write('ready\n')
