import { cutOverBesideReader } from './test-cut-over.js'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it(
  'writers continue beside a reader that holds the table, and the cut-over waits until it can lock it',
  () => cutOverBesideReader(log, { accountCount: 8, attempts: 4 }),
  180_000,
)
