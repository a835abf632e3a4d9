import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { settleRecurrences } from '../../test/test-recurring-year.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it(
  'a year of 40 recurrences: each occurrence is settled by its statement line, and none is recorded twice',
  () =>
    // For ten days in autumn no worker runs.
    settleRecurrences(log, { recurrences: 40, days: 365, dead: { from: 270, to: 280 } }),
  180_000,
)
