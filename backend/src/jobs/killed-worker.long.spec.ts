import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { leaveEffect, openTestQueue, until, type TestQueue } from '../../test/test-queue.js'

const PROCESS = fileURLToPath(new URL('../../test/dist/test-worker-process.js', import.meta.url))
/**
 * The most that the takeover of a killed worker's jobs may take: the rest of their lease and a sweep, with a margin for a busy
 * machine.
 */
const TAKEOVER_MS = 22_000

let test: TestQueue
beforeAll(async () => void (test = await openTestQueue()))
afterAll(() => test.close())

it('another worker takes over the jobs of a killed one within 22 seconds', async () => {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(test.access)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const subjects = [newId(), newId(), newId()]
  await test.put(...subjects.map((subject) => ({ kind: 'work', subject })))
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 3)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAt = Date.now()

  test.host([{ kind: 'work', run: (job) => leaveEffect(job, 'work') }])
  await until(async () => (await test.open()) === 0, TAKEOVER_MS)
  expect(Date.now() - killedAt).toBeLessThan(TAKEOVER_MS)
  const effects = await test.database.rows<{ subject: string; attempt: number }>({
    text: 'select subject, attempt from effects order by subject',
  })
  expect(effects).toEqual(subjects.map((subject) => ({ subject, attempt: 2 })))
}, 180_000)
