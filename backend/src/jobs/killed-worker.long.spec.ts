import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { leaveEffect, openTestQueue, until, type TestQueue } from '../../test/test-queue.js'

const PROCESS = fileURLToPath(new URL('../../test/dist/test-worker-process.js', import.meta.url))
/**
 * The promised delay of a killed worker's jobs, in milliseconds: the rest of their lease and a sweep, with a margin for a busy
 * machine.
 */
const TAKEN_UP_WITHIN = 22_000

let test: TestQueue
beforeAll(async () => void (test = await openTestQueue()))
afterAll(() => test.close())

it('another worker takes over the jobs of a killed one within 22 seconds', async () => {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(test.access)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const all = [newId(), newId(), newId()]
  await test.put(...all.map((subject) => ({ kind: 'work', subject })))
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 3)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killed = Date.now()

  test.host([{ kind: 'work', run: (job) => leaveEffect(job, 'work') }])
  await until(async () => (await test.open()) === 0, TAKEN_UP_WITHIN)
  expect(Date.now() - killed).toBeLessThan(TAKEN_UP_WITHIN)
  const effects = await test.database.rows<{ subject: string; attempt: number }>({
    text: 'select subject, attempt from effects order by subject',
  })
  expect(effects).toEqual(all.map((subject) => ({ subject, attempt: 2 })))
}, 180_000)
