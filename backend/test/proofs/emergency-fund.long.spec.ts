import { expectAverages, expectBalances } from './test-fund-properties.js'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('the balance is the sum of the movements and never negative, however two processes interleave', () =>
  expectBalances(log, { numRuns: 25 }))

it('averages equal an independent computation around midnight, at month ends and in leap years', () =>
  expectAverages(log, { numRuns: 100 }))
