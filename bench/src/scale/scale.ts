import type { BenchCluster } from '../cluster.js'
import { markdown, verdict } from '../report.js'
import { assumed, replyRetention } from './assumptions.js'
import { coldWalOf, fillWithPast, measureCosts, warmUp, type StoredBytes } from './costs.js'
import {
  arrivals,
  connectionsOf,
  costOf,
  costParts,
  daysOfYear,
  dailyActivities,
  holdsOf,
  hotOf,
  machinesFor,
  noCost,
  peoplesDay,
  simulate,
  waitOf,
  type ActivityCosts,
} from './day.js'
import { runDay, type RealDay } from './real-day.js'
import { serve } from './served.js'
import { residentOf } from './usage.js'

const ACCOUNTS = 1_000
const SIZES = [1e6, 10e6, 100e6]
/** The allowed ratio of the measured to the computed usage. */
const [LEAST, MOST] = [0.75, 1.25]

/**
 * Measures the cost of each activity on an API process, a worker and Postgres; compares a real day of a thousand accounts
 * with the one computed from these costs; and computes a day of salaries of more accounts than this machine could hold.
 */
export async function* scale(cluster: BenchCluster): AsyncGenerator<string> {
  checkRules()
  let filled: Omit<StoredBytes, 'ofLine'> | undefined
  const served = await serve(cluster, ACCOUNTS, async (...of) => {
    filled = await fillWithPast(...of)
  })
  try {
    await warmUp(served)
    const day = await runDay(served)
    const { costs, ofLine } = await measureCosts(served)
    const stored: StoredBytes = { ...(filled as Omit<StoredBytes, 'ofLine'>), ofLine }
    yield costTable(costs)
    // Last, because after a checkpoint every first change of a page is logged whole.
    const coldWal = await coldWalOf(served, cluster)
    yield storedTable(stored, coldWal, { api: await residentOf(served.api), worker: await residentOf(served.worker) })
    yield comparison(day, costs, stored)
    yield plan(costs, stored, coldWal)
    yield limits(costs, stored, coldWal)
  } finally {
    await served.close()
  }
}

function costTable(costs: ActivityCosts): string {
  const ms = (seconds: number) => (seconds * 1_000).toFixed(3)
  return markdown(
    ['Milliseconds of a processor, each time', 'API', 'worker', 'Postgres', 'WAL, bytes', 'transactions'],
    dailyActivities.map((doing) => {
      const { api, worker, postgres, wal, transactions } = costs[doing]
      return [doing, ms(api), ms(worker), ms(postgres), Math.round(wal).toLocaleString('en'), transactions.toFixed(2)]
    }),
  )
}

function storedTable(stored: StoredBytes, coldWal: number, memory: Record<string, number>): string {
  const rows: [string, number][] = [
    ...Object.entries(stored.ofCommand).map(([of, bytes]): [string, number] => [`a command leaves: ${of}`, bytes]),
    ['an account with its first ten events', stored.ofAccount],
    ['an imported line', stored.ofLine],
    ['WAL of a command, each page the first since a checkpoint', coldWal],
    ...Object.entries(memory).map(([of, bytes]): [string, number] => [`memory of the ${of}`, bytes]),
  ]
  return markdown(
    ['Bytes', ''],
    rows.map(([name, bytes]) => [name, Math.round(bytes).toLocaleString('en')]),
  )
}

function comparison({ load, used, grown, commands, pace }: RealDay, costs: ActivityCosts, stored: StoredBytes): string {
  const reckoned = costOf(load, costs, pace)
  const { log, replies } = stored.ofCommand
  const rows = costParts.map((part): [string, number, number] => [part, reckoned[part], used[part]])
  rows.push(['bytes of log and replies', commands * (log + replies) + (load.importedLine ?? 0) * stored.ofLine, grown])
  const requests = commands + (load.read ?? 0) + (load.notModified ?? 0)
  return markdown(
    [`A day of ${ACCOUNTS} accounts, ${requests.toLocaleString('en')} requests`, 'reckoned', 'used', 'ratio', ''],
    rows.map(([name, one, other]) => {
      const write = (number: number) => (number < 1e4 ? number.toFixed(1) : Math.round(number).toLocaleString('en'))
      const ratio = other / one
      return [name, write(one), write(other), ratio.toFixed(2), verdict(ratio >= LEAST && ratio <= MOST)]
    }),
  )
}

function plan(costs: ActivityCosts, stored: StoredBytes, coldWal: number): string {
  const factor = assumed.salary.fifthWorkingDay
  const gb = 1e9
  const columns = SIZES.map((accounts) => {
    const machines = machinesFor(accounts, factor, costs, coldWal)
    const day = simulate(accounts, factor, machines, costs, coldWal)
    const grown = grownInYear(accounts, stored)
    return {
      'commands a second at the peak': Math.round(day.commandsPeak).toLocaleString('en'),
      'processors of Postgres': `${machines.postgresCores} (${day.postgres.cores.toFixed(1)} busy at ${day.postgres.at})`,
      'API processes': `${machines.apiProcesses} (${day.api.cores.toFixed(1)} busy at ${day.api.at})`,
      workers: `${machines.workers} (${day.worker.cores.toFixed(1)} busy at ${day.worker.at})`,
      'wait for Postgres, for an API process, ms': `${day.postgres.waitMs.toFixed(2)}, ${day.api.waitMs.toFixed(2)}`,
      'streams at the peak': Math.round(day.streams).toLocaleString('en'),
      connections: connectionsOf(machines).toLocaleString('en'),
      'WAL at the peak, MB a second': Math.round(day.walPeak / 1e6).toLocaleString('en'),
      'WAL a day, GB': Math.round(day.wal / gb).toLocaleString('en'),
      'transactions a day, millions': Math.round(day.transactions / 1e6).toLocaleString('en'),
      'disk at the beginning, GB': Math.round((accounts * stored.ofAccount) / gb).toLocaleString('en'),
      'growth a year, GB': Math.round(grown / gb).toLocaleString('en'),
      'answers of the new day after, hours': day.renewedAfter.toFixed(1),
      'verification, occurrences: hours of one run': `${day.verifyHours.toFixed(1)}, ${day.occurrenceHours.toFixed(1)}`,
      'memory for Postgres, GB': Math.round(hotOf(accounts) / gb).toLocaleString('en'),
    }
  })
  const names = Object.keys(columns[0] ?? {}) as (keyof (typeof columns)[number])[]
  return markdown(
    ['On the fifth working day', ...SIZES.map((accounts) => `${accounts / 1e6} million`)],
    names.map((name) => [name, ...columns.map((column) => column[name])]),
  )
}

/** Bytes by which tables and indexes grow in the first year, with the replies of its last days. */
function grownInYear(accounts: number, stored: StoredBytes): number {
  const { command = 0, firstCommand = 0, importedLine = 0 } = peoplesDay(accounts, 1)
  const days = daysOfYear()
  const { replies, ...lasting } = stored.ofCommand
  const { days: kept, bytesOfKey } = replyRetention
  const ofCommands = days * sum(lasting) + kept * replies + (days - kept) * bytesOfKey
  return (command + firstCommand) * ofCommands + days * importedLine * stored.ofLine
}

/** The limits of one place, the first one reached on top. */
function limits(costs: ActivityCosts, stored: StoredBytes, coldWal: number): string {
  const [accounts, factor] = [10e6, assumed.salary.fifthWorkingDay]
  const machines = machinesFor(accounts, factor, costs, coldWal)
  const day = simulate(accounts, factor, machines, costs, coldWal)
  const rows = holdsOf(accounts, day, machines, accounts * stored.ofAccount + grownInYear(accounts, stored))
  return markdown(
    ['One place holds', 'million accounts'],
    rows.map((each) => [each.of, (each.accounts / 1e6).toFixed(0)]),
  )
}

const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((all, each) => all + each, 0)

/** Checks rules that hold for any measurement. A violation ends the run before it starts. */
function checkRules(): void {
  const near = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
  const one: ActivityCosts = Object.fromEntries(
    dailyActivities.map((doing) => [doing, { ...noCost, api: 1e-3, postgres: 1e-3, worker: 1e-3 }]),
  ) as ActivityCosts
  const machines = { postgresCores: 1e6, apiProcesses: 2, workers: 1e6 }
  // Without fixed costs: sequential work never uses more than one processor.
  const alone = { ...one, idle: noCost, awake: noCost, verification: noCost, verifiedEvent: noCost }
  const [small, large] = [1e6, 2e6].map((accounts) => simulate(accounts, 1, machines, alone, 0))
  const rules: [string, boolean][] = [
    [
      'a day’s visits are all of them',
      near(
        arrivals().reduce((all, share) => all + share, 0),
        1,
      ),
    ],
    ['a load costs the sum of what it is made of', near(costOf({ command: 2, read: 3 }, one, 0).api, 5e-3)],
    ['twice as many accounts keep twice as many processors busy', near(large?.api.cores ?? 0, 2 * (small?.api.cores ?? 0))],
    ['one server half busy has work wait as long as it takes', near(waitOf(0.5, 1, 5), 0.1)],
    ['a server that is always busy is waited for without end', waitOf(1, 1, 1) === Number.POSITIVE_INFINITY],
    [
      'what is sized is busy no more than it may be',
      simulate(1e6, 1, machinesFor(1e6, 1, one, 0), one, 0).postgres.share <= assumed.mostBusy + 1e-6,
    ],
  ]
  for (const [rule, holds] of rules) if (!holds) throw new Error(`The reckoning is wrong: ${rule}`)
}
