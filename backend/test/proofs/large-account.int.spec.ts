import { startTestApp, type TestApp } from '../test-app.js'
import { endLargeAccount, verifyLargeAccount } from './test-large-account.js'
import { openTestLog } from './test-log.js'

it('verifies an account of 1,000 events in little memory, and still finds a fault in it', async () => {
  const log = await openTestLog()
  await verifyLargeAccount(log, 1_000)
  await log.close()
})

describe('ending an account of 1,000 events', () => {
  let server: TestApp
  beforeAll(async () => void (server = await startTestApp()))
  afterAll(() => server.close())

  it('an account whose reset waits for a row delays no other account, and is reset in the end', () =>
    endLargeAccount(server, 'reset', { events: 1_000, others: 2, heldMs: 2_500 }))
})
