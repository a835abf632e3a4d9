import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { settleRecurrences } from '../../test/test-recurring-year.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('two months of 8 recurrences: each occurrence is settled by its statement line, and none is recorded twice', () =>
  settleRecurrences(log, { recurrences: 8, days: 59, dead: { from: 40, to: 44 } }))
