import type { BenchCluster } from '../cluster.js'
import { markdown, verdict } from '../report.js'
import { costParts, memoryOf } from '../usage.js'
import { coldWalOf, fillWithPast, measureCosts, warmUp } from './costs.js'
import { costOf, dailyActivities, holdsOf, needsOf, type ActivityCosts, type PlaceNeeds, type StoredBytes } from './day.js'
import { runDay, type RealDay } from './real-day.js'
import { serve } from './served.js'

const ACCOUNTS = 1_000
const SIZES = [1e6, 10e6, 100e6]
/** The allowed ratio of the measured to the computed usage. */
const [LEAST, MOST] = [0.75, 1.25]

const whole = (number: number) => Math.round(number).toLocaleString('en')

/**
 * Measures the cost of each activity on an API process, a worker and Postgres; compares a real day of a thousand accounts
 * with the one computed from these costs; and computes a day of salaries of more accounts than this machine could hold.
 */
export async function* scale(cluster: BenchCluster): AsyncGenerator<string> {
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
    yield storedTable(stored, coldWal, { api: await memoryOf(served.api, 'VmRSS'), worker: await memoryOf(served.worker, 'VmRSS') })
    yield comparison(day, costs, stored)
    yield plan(SIZES.map((accounts) => needsOf(accounts, costs, stored, coldWal)))
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
      return [doing, ms(api), ms(worker), ms(postgres), whole(wal), transactions.toFixed(2)]
    }),
  )
}

function storedTable(stored: StoredBytes, coldWal: number, memory: { api: number; worker: number }): string {
  const rows: [string, number][] = [
    ...Object.entries(stored.ofCommand).map(([of, bytes]): [string, number] => [`a command leaves: ${of}`, bytes]),
    ['an account with its first ten events', stored.ofAccount],
    ['an imported line', stored.ofLine],
    ['WAL of a command, each page the first since a checkpoint', coldWal],
    ['memory of the API', memory.api],
    ['memory of the worker', memory.worker],
  ]
  return markdown(
    ['Bytes', ''],
    rows.map(([name, bytes]) => [name, whole(bytes)]),
  )
}

function comparison({ load, used, grown, commands, pace }: RealDay, costs: ActivityCosts, stored: StoredBytes): string {
  const reckoned = costOf(load, costs, pace)
  const { log, replies } = stored.ofCommand
  const rows = costParts.map((part): [string, number, number] => [part, reckoned[part], used[part]])
  rows.push(['bytes of log and replies', commands * (log + replies) + (load.importedLine ?? 0) * stored.ofLine, grown])
  return markdown(
    [
      `A day of ${ACCOUNTS} accounts, ${whole(commands + (load.read ?? 0) + (load.notModified ?? 0))} requests`,
      'reckoned',
      'used',
      'ratio',
      '',
    ],
    rows.map(([name, one, other]) => {
      const write = (number: number) => (number < 1e4 ? number.toFixed(1) : whole(number))
      const ratio = other / one
      return [name, write(one), write(other), ratio.toFixed(2), verdict(ratio >= LEAST && ratio <= MOST)]
    }),
  )
}

function plan(places: readonly PlaceNeeds[]): string {
  const rows: [string, (place: PlaceNeeds) => string][] = [
    ['commands a second at the peak', ({ commands }) => whole(commands)],
    ['processors of Postgres', ({ postgresCores, busyPostgres }) => `${postgresCores} (${busyPostgres.toFixed(1)} busy)`],
    ['memory for Postgres, GB', ({ memory }) => whole(memory / 1e9)],
    ['API processes', ({ apiProcesses }) => whole(apiProcesses)],
    ['workers', ({ workers }) => whole(workers)],
    ['open streams', ({ streams }) => whole(streams)],
    ['connections without a pooler', ({ connections }) => whole(connections)],
    ['WAL, MB a second at the peak; GB a day', ({ walPeak, wal }) => `${whole(walPeak / 1e6)}; ${whole(wal / 1e9)}`],
    ['transactions a day, millions', ({ transactions }) => whole(transactions / 1e6)],
    ['disk at the beginning, GB', ({ diskAtFirst }) => whole(diskAtFirst / 1e9)],
    ['growth in the first year, TB', ({ growth }) => (growth / 1e12).toFixed(1)],
    ['renewal of answers takes, hours', ({ renewalHours }) => renewalHours.toFixed(1)],
    ['one run of verification, hours', ({ verifyHours }) => verifyHours.toFixed(1)],
    ['one run of recording occurrences, hours', ({ occurrenceHours }) => occurrenceHours.toFixed(1)],
  ]
  return markdown(
    ['On the fifth working day', ...SIZES.map((accounts) => `${accounts / 1e6} million`)],
    rows.map(([name, of]) => [name, ...places.map(of)]),
  )
}

/** The limits of one place, the first one reached on top. */
function limits(costs: ActivityCosts, stored: StoredBytes, coldWal: number): string {
  const accounts = 10e6
  return markdown(
    ['One place holds', 'million accounts'],
    holdsOf(accounts, needsOf(accounts, costs, stored, coldWal)).map((each) => [each.of, (each.accounts / 1e6).toFixed(0)]),
  )
}
