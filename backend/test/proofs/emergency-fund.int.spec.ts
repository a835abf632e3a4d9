import { v7 as newId } from 'uuid'
import { FindFund } from '@prumo/backend/emergency-fund/emergency-fund.projection'
import type { EmergencyFundCommand } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { execute, expectAverages, expectBalances, TODAY } from './test-fund-properties.js'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

it('the balance is the sum of the movements and never negative, however two processes interleave', () =>
  expectBalances(log, { numRuns: 2, seed: 1 }))

it('withdrawals that race from two processes take no more than the balance', async () => {
  const writers = [log.writer(), log.writer()] as const
  const account = newId()
  await execute(writers[0], account, { type: 'ConfigureFund', settings: { currentAmount: 1_000 } })
  const withdrawal: EmergencyFundCommand = { type: 'WithdrawFromFund', amount: 150, description: null }
  await Promise.all(Array.from({ length: 20 }, (_, index) => execute(writers[index % 2 === 0 ? 0 : 1], account, withdrawal)))
  const { fund } = await new FindFund(account, TODAY).answer(log.database)
  expect(fund).toMatchObject({ details: { currentAmount: 100 }, version: 7 })
})

it('averages equal an independent computation around midnight, at month ends and in leap years', () =>
  expectAverages(log, { numRuns: 5, seed: 1 }))
