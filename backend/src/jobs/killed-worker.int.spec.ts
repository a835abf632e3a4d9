import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { entries, leaveEffect, openTestQueue, subjects, until, type TestQueue } from '../../test/test-queue.js'

const PROCESS = fileURLToPath(new URL('../../test/dist/test-worker-process.js', import.meta.url))

let test: TestQueue
beforeAll(async () => void (test = await openTestQueue()))
afterAll(() => test.close())

it('a worker that is killed in the middle of its jobs leaves them to another once their leases are over', async () => {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(test.access)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const all = subjects(3)
  await test.put(...entries(all))
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 3)
  child.kill('SIGKILL')
  await once(child, 'exit')

  // As if the seconds of their leases had passed.
  await test.database.rows({ text: 'update outbox set due_at = now()' })
  test.host([{ kind: 'work', run: (job) => leaveEffect(job, 'work') }])
  await until(async () => (await test.open()) === 0)
  expect(await test.effects()).toEqual(all.map((subject) => ({ subject, attempt: 2 })))
})
