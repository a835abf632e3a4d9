import { administer, createTestDatabase, type TestDatabase } from '@prumo/backend/test/test-database'
import { startCitus, type TestCitus } from '@prumo/backend/test/proofs/test-citus'
import pg from 'pg'
import { start } from '../append/append.js'
import { markdown } from '../report.js'
import { measureInTurns, median } from '../rounds.js'
import { postmasterOf, secondsOfAll } from '../usage.js'

const NODES = [1, 2, 3]

/** The appends on one cluster, beside those on a plain database of the same server program in the same minutes. */
interface CitusRates {
  rate: number
  /** Relative to the plain one, for each round. */
  ratio: number[]
  /** Processor time of all servers for an append, in milliseconds. */
  cpu: number
}

/**
 * Appends to Citus without a pooler, with one to three nodes on this machine, each alternating with a plain database on the
 * coordinator's server. CLUSTER_PG_BIN names the folder of its programs.
 */
export async function citus({ rounds, seconds }: { rounds: number; seconds: number }, callers: readonly number[]): Promise<string> {
  const rows: string[][] = []
  for (const workers of NODES) {
    const servers = await startCitus(workers)
    Object.assign(process.env, servers.variables)
    try {
      for (const concurrency of callers) {
        const { plain, spread } = await compared(servers, { rounds, seconds, concurrency })
        rows.push([
          `${workers}, ${concurrency} callers`,
          plain.rate.toFixed(0),
          spread.rate.toFixed(0),
          `${median(spread.ratio).toFixed(2)} (${Math.min(...spread.ratio).toFixed(2)}–${Math.max(...spread.ratio).toFixed(2)})`,
          plain.cpu.toFixed(2),
          spread.cpu.toFixed(2),
        ])
      }
    } finally {
      await servers.close()
    }
  }
  return markdown(['Nodes, callers', 'plain, appends a second', 'Citus', 'ratio', 'plain, ms of processor an append', 'Citus'], rows)
}

async function compared(
  servers: TestCitus,
  effort: { rounds: number; seconds: number; concurrency: number },
): Promise<{ plain: CitusRates; spread: CitusRates }> {
  const watches = [servers.coordinator, ...servers.workers].map(({ url }) => new pg.Client({ connectionString: url }))
  await Promise.all(watches.map((watch) => watch.connect()))
  const postmasters = await Promise.all(watches.map(postmasterOf))
  const used = async () => (await Promise.all(postmasters.map(secondsOfAll))).reduce((sum, each) => sum + each, 0)
  const databases = [await plainDatabase(servers), await createTestDatabase()]
  const contenders = await Promise.all(databases.map(({ ownerUrl }) => start('prumo', ownerUrl, effort.concurrency)))
  const cpu = contenders.map(() => [] as number[])
  const timed = contenders.map((contender, index) => ({
    name: String(index),
    async rate(asked: typeof effort) {
      const before = await used()
      const rate = await contender.rate(asked)
      cpu[index]?.push(((await used()) - before) / (rate * asked.seconds))
      return rate
    },
  }))
  try {
    const rates = await measureInTurns(timed, effort, () => Promise.resolve())
    const [plain = [], spread = []] = rates.map((each) => each.rounds)
    const found = (index: number, of: readonly number[]): CitusRates => ({
      rate: median(of),
      ratio: of.map((rate, round) => rate / (plain[round] as number)),
      // Without the first round, which warms up.
      cpu: median((cpu[index] as number[]).slice(1)) * 1_000,
    })
    return { plain: found(0, plain), spread: found(1, spread) }
  } finally {
    for (const contender of contenders) await contender.close()
    for (const { drop } of databases) await drop()
    await Promise.all(watches.map((watch) => watch.end()))
  }
}

/** A database without the extension on the coordinator's server. */
async function plainDatabase({ coordinator, variables }: TestCitus): Promise<Pick<TestDatabase, 'ownerUrl' | 'drop'>> {
  await administer(coordinator.url, 'create database plain owner prumo_owner')
  const { DATABASE_OWNER_URL = '' } = JSON.parse(variables.PRUMO_TEST_SETTINGS) as Record<string, string>
  return {
    ownerUrl: Object.assign(new URL(DATABASE_OWNER_URL), { pathname: '/plain' }).toString(),
    drop: () => administer(coordinator.url, 'drop database plain with (force)'),
  }
}
