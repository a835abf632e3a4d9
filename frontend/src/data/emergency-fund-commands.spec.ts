import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { applyChanges, nextToSend, applyOutcome } from './sync/queue'
import { configureFund, moveFund, targetCentavos } from './emergency-fund-commands'
import { storedCommand, queueOf } from './test-fixtures'
import { invertCommand } from './sync/entity-registry'

const kept: EmergencyFund = {
  id: 'a',
  userId: 'a',
  targetMonths: 6,
  monthlyExpenseAverage: 450_000,
  currentAmount: 10_000,
  targetAmount: 2_700_000,
  version: 7,
}
const owner = { userId: 'a', spentCentavos: 0 }
const deposit = moveFund(kept, { kind: 'deposit', centavos: 5000, description: null }, owner)
const withdrawal = moveFund(kept, { kind: 'withdrawal', centavos: 5000, description: null }, owner)
/** The fund on the server after a change by another device. */
const answered = (currentAmount: number): EmergencyFund => ({ ...kept, currentAmount, version: 9 })

describe('a change of the target', () => {
  it('contains only what differs from the fund it was made on', () => {
    expect(configureFund(kept, { targetMonths: 3, averageCentavos: 450_000 }, owner)).toMatchObject({
      base: kept,
      args: { settings: { targetMonths: 3 } },
    })
    expect(configureFund(kept, { targetMonths: 6, averageCentavos: 450_000 }, owner)).toBeNull()
  })

  it('contains all settings if there is no fund', () => {
    expect(configureFund(null, { targetMonths: 3, averageCentavos: 300_000 }, owner)?.args.settings).toEqual({
      targetMonths: 3,
      monthlyExpenseAverage: 300_000,
    })
  })

  it('is months times the real expenses, or times the entered average where those are zero or unknown', () => {
    const draft = { targetMonths: 12, averageCentavos: 100 } as const
    expect([312_040, 0, null].map((spent) => targetCentavos(draft, spent))).toEqual([3_744_480, 1200, 1200])
  })
})

describe('the undo of a movement', () => {
  it("keeps another device's deposit that reached the server first", () => {
    expect(invertCommand(storedCommand(deposit), answered(45_000))).toMatchObject({ args: { centavos: 40_000 }, base: { version: 9 } })
    expect(invertCommand(storedCommand(withdrawal), answered(35_000))).toMatchObject({ args: { centavos: 40_000 }, base: { version: 9 } })
  })

  it("names the balance that this device had where the server's is unknown", () => {
    expect(invertCommand(storedCommand(deposit))).toMatchObject({ args: { centavos: 10_000 }, base: { currentAmount: 15_000, version: 7 } })
    expect(invertCommand(storedCommand(withdrawal))).toMatchObject({
      args: { centavos: 10_000 },
      base: { currentAmount: 5000, version: 7 },
    })
  })

  it.each([
    ['goes on from the balance that it names', 15_000, 'waiting'],
    ['asks where the balance is another', 45_000, 'conflict'],
  ])('queued behind the movement %s', (_, currentAmount, is) => {
    const queue = queueOf(deposit, invertCommand(storedCommand(deposit))!)
    const changes = applyOutcome(
      queue,
      queue[0]!.command.id,
      { kind: 'done', entity: answered(currentAmount), position: { log: 'l', seq: 1 } },
      1,
    )
    const then = applyChanges(queue, changes)
    expect(then.map(({ status }) => status.is)).toEqual(['done', is])
    expect(nextToSend(then)?.command.base?.version).toBe(is === 'waiting' ? 9 : undefined)
  })
})
