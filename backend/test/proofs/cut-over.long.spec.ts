import { cutOverBesideReader } from './test-cut-over.js'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it(
  'beside a reader that holds the table, writers go on and the cut-over waits for its moment',
  () => cutOverBesideReader(log, { accountCount: 8, attempts: 4 }),
  180_000,
)
