import { emergencyFundDecider, type EmergencyFundCommand } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { writeEvents } from '../log/written-log.js'
import type { SizedCost } from '../report.js'
import { median, timesOf } from '../rounds.js'

const [SMALL, LARGE] = [500, 20_000]
const ROUNDS = 15
const RECORDED_AT = '2026-01-01T00:00:00.000Z'

const first: EmergencyFundCommand = {
  type: 'ConfigureFund',
  settings: { targetMonths: 6, monthlyExpenseAverage: 300_000, currentAmount: 1_000_000 },
}
const inTurns: readonly EmergencyFundCommand[] = [
  { type: 'DepositToFund', amount: 15_000, description: 'Sobra da semana' },
  { type: 'WithdrawFromFund', amount: 14_000, description: 'Conserto do forno' },
]

/** A deposit to a fund that moved often: by a process that never saw the account, which folds all of its events, and by one that did. */
export async function coldFund(cluster: BenchCluster): Promise<SizedCost[]> {
  const { database, reading } = await openProduct(await cluster.database('funds'))
  const process = () => new WritePath(database, reading)
  try {
    const measured = []
    for (const movements of [SMALL, LARGE]) {
      let state = emergencyFundDecider.initial
      const accountId = await writeEvents(database, reading, movements, (n, id) => {
        const [event] = emergencyFundDecider.decide(n === 0 ? first : (inTurns[n % 2] as EmergencyFundCommand), state)
        if (!event) throw new Error('Nothing moved')
        const place = { accountId: id, entity: emergencyFundDecider.entity, entityId: id, entityVersion: n + 1, recordedAt: RECORDED_AT }
        state = emergencyFundDecider.evolve(state, { ...event, ...place, seq: n + 1, meta: { commandId: id, actor: id, source: 'seed' } })
        return { event, ...place }
      })
      await database.pool.query('vacuum analyze')
      const deposit = ExecuteCommand.of(
        { accountId, actor: accountId, source: 'app' },
        { decider: emergencyFundDecider, entityId: accountId, command: inTurns[0] as EmergencyFundCommand, reply: () => null },
      )
      const warm = process()
      // Excludes the cost of the first connection and of the first statements of a process.
      await process().execute(deposit)
      const cold = await timesOf(ROUNDS, () => process().execute(deposit))
      await warm.execute(deposit)
      measured.push({ cold: median(cold), slowest: Math.max(...cold), warm: median(await timesOf(ROUNDS, () => warm.execute(deposit))) })
    }
    const [small, large] = measured as [(typeof measured)[number], (typeof measured)[number]]
    return [
      { name: 'Milliseconds of a process that never saw the account, median', small: small.cold, large: large.cold },
      { name: 'The slowest of these', small: small.slowest, large: large.slowest },
      { name: 'Milliseconds of one that did, median', small: small.warm, large: large.warm },
    ]
  } finally {
    await database.close()
  }
}
