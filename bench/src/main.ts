import 'reflect-metadata'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { accounts } from './accounts/accounts.js'
import { append } from './append/append.js'
import { batches } from './batches/batches.js'
import { browserParts, inBrowser, type BrowserPart } from './browser/browser.js'
import { citus } from './citus/citus.js'
import { startCluster, type BenchCluster } from './cluster.js'
import { forecast } from './forecast/forecast.js'
import { http } from './http/http.js'
import { replaying, summaries } from './log/log.js'
import { imports } from './imports/imports.js'
import { large } from './large/large.js'
import { barTable, costs, table, type RatioBar } from './report.js'
import { reports } from './reports/reports.js'
import { scale } from './scale/scale.js'
import { soak } from './soak/soak.js'
import { coldFund } from './travel/cold-fund.js'
import { travel } from './travel/travel.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    at: { type: 'string' },
    minutes: { type: 'string' },
    events: { type: 'string' },
    part: { type: 'string', multiple: true },
  },
})

/** The number of rounds and seconds a round, unless set by options. */
const effort = (rounds: number, seconds: number) => ({
  rounds: Number(values.rounds ?? rounds),
  seconds: Number(values.seconds ?? seconds),
})
const callers = values.at === undefined ? null : [Number(values.at)]

/**
 * The mix against a bare row that TypeORM saves, and one kind of command against a prepared INSERT; below 64 callers the bars of 16
 * apply.
 */
function mixBars(concurrency: number): RatioBar[] {
  const [mix, single] = concurrency < 64 ? [1.1, 0.4] : [1.5, 0.6]
  return [
    { of: 0, to: 1, least: mix },
    { of: 2, to: 3, least: single },
  ]
}

/** The suites by name; each yields its tables as they are finished. */
const suites: Record<string, (cluster: BenchCluster) => AsyncGenerator<string>> = {
  async *append(cluster) {
    for (const concurrency of callers ?? [1, 16, 64]) {
      const rates = await append(cluster, ['prumo', 'raw', 'save', 'audit', 'emmett'], { ...effort(2, 1), concurrency })
      yield table(`Appends a second, ${concurrency} at once`, rates, rates[1])
    }
  },
  async *mix(cluster) {
    for (const concurrency of callers ?? [16, 64]) {
      const mix = await append(cluster, ['mix', 'save'], { ...effort(3, 2), concurrency })
      const single = await append(cluster, ['prumo', 'raw'], { ...effort(3, 2), concurrency })
      const rates = [...mix, ...single]
      yield table(`Commands a second, ${concurrency} at once, the mix with its notifications and a running worker`, rates)
      yield barTable(`${concurrency} at once`, rates, mixBars(concurrency))
    }
  },
  async *http(cluster) {
    const { recording, listing } = await http(cluster, 64, effort(2, 2))
    yield table('POST /api/transactions a second, 64 at once', recording, recording[1])
    yield table('GET /api/transactions a second, 64 at once', listing, listing[1])
  },
  async *log(cluster) {
    const rates = await summaries(cluster, effort(2, 1))
    yield table('Summaries a second of an account with 100,000 transactions', rates, rates[1])
    yield table('Events a second', await replaying(cluster, effort(2, 1)))
  },
  async *accounts(cluster) {
    yield costs('Milliseconds', ['300', '300,000'], await accounts(cluster, effort(5, 3)))
  },
  async *reports(cluster) {
    yield costs(
      'Milliseconds, transactions on the same days and in the same categories',
      ['100', '100,000'],
      await reports(cluster, effort(5, 3)),
    )
  },
  async *forecast(cluster) {
    yield costs('Milliseconds, transactions on the same days, 40 that repeat', ['300', '100,000'], await forecast(cluster, effort(5, 3)))
  },
  async *travel(cluster) {
    yield costs('An account as it stood on a day', ['10,000 events', '100,000 events'], await travel(cluster))
    yield costs('A command on a fund', ['500 movements', '20,000 movements'], await coldFund(cluster))
  },
  browser: (cluster) => inBrowser(cluster, (values.part as BrowserPart[] | undefined) ?? browserParts, Number(values.rounds ?? 5)),
  large: (cluster) => large(cluster, Number(values.events ?? 1_000_000)),
  imports: (cluster) => imports(cluster, Number(values.events ?? 100_000)),
  batches: (cluster) => batches(cluster, { events: Number(values.events ?? 20_000), rounds: Number(values.rounds ?? 15) }),
  scale,
  async *citus() {
    yield await citus(effort(3, 2), callers ?? [16, 64])
  },
  soak: (cluster) => soak(cluster, Number(values.minutes ?? 10)),
}

/** The suites that run by default: less than six minutes on a slow day. */
const ordinary = ['append', 'mix', 'http', 'log', 'accounts']

const chosen = positionals.length > 0 ? positionals : ordinary
const unknown = chosen.filter((name) => !(name in suites))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. Choose among: ${Object.keys(suites).join(', ')}.\n`)
  process.exit(2)
}

const unknownParts = (values.part ?? []).filter((name) => !(browserParts as string[]).includes(name))
if (unknownParts.length > 0) {
  process.stderr.write(`There is no part ${unknownParts.join(', ')}. Choose among: ${browserParts.join(', ')}.\n`)
  process.exit(2)
}

const [cpu] = cpus()
const startedAt = performance.now()
const secondsSince = (moment: number) => Math.round((performance.now() - moment) / 1000)
process.stdout.write(
  `${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
const cluster = await startCluster()
try {
  for (const name of chosen) {
    const started = performance.now()
    for await (const markdown of (suites[name] as (typeof suites)[string])(cluster)) process.stdout.write(`\n${markdown}\n`)
    process.stderr.write(`${name}: ${secondsSince(started)} s\n`)
  }
} finally {
  await cluster.remove()
}
process.stdout.write(`\n${secondsSince(startedAt)} s in all\n`)
