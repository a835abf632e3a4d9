import 'reflect-metadata'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { append } from './append/append.js'
import { startCluster, type Cluster } from './cluster.js'
import { http } from './http/http.js'
import { log } from './log/log.js'
import { table } from './report.js'
import type { Effort } from './rounds.js'

type Told = (cluster: Cluster, effort: Omit<Effort, 'concurrency'>) => AsyncGenerator<string>

/** What is measured, by name; each tells its tables as they come. */
const suites: Record<string, Told> = {
  async *append(cluster, effort) {
    for (const concurrency of [1, 16, 64]) {
      const rates = await append(cluster, concurrency, effort)
      yield table(`Appends a second, ${concurrency} at once`, rates, rates[1])
    }
  },
  async *http(cluster, effort) {
    const { recording, listing } = await http(cluster, 64, effort)
    yield table('POST /api/transactions a second, 64 at once', recording, recording[1])
    yield table('GET /api/transactions a second, 64 at once', listing, listing[1])
  },
  async *log(cluster, effort) {
    const { summary, replaying } = await log(cluster, effort)
    yield table('Summaries a second of an account with 100,000 transactions', summary, summary[1])
    yield table('Events a second', replaying)
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const chosen = positionals.length > 0 ? positionals : Object.keys(suites)
const unknown = chosen.filter((name) => !(name in suites))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. Choose among: ${Object.keys(suites).join(', ')}.\n`)
  process.exit(2)
}

const [cpu] = cpus()
process.stdout.write(
  `${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${effort.rounds} rounds of ${effort.seconds} s each, in turns\n`,
)
const cluster = await startCluster()
try {
  for (const name of chosen) for await (const told of (suites[name] as Told)(cluster, effort)) process.stdout.write(`\n${told}\n`)
} finally {
  await cluster.remove()
}
