import { setTimeout as pause } from 'node:timers/promises'
import { redisProgram, startRedisCluster, type RedisServer } from '../test-redis-servers.js'
import { administer, type TestDatabase } from '../test-database.js'
import { onOwnConnection } from '@prumo/backend/platform/database/own-connection'
import { silentProxy } from '../test-silent-proxy.js'
import { citusBinaries, startCitus } from './test-citus.js'
import { runModel, type ModelRun } from './test-model-run.js'
import { pgBouncerProgram, startPgBouncer } from './test-pgbouncer.js'
import { startReplicated } from './test-replica.js'
import { inDatabase } from './test-template.js'

/** The size and seed of the run, set by `npm run test:cluster`. */
const run = JSON.parse(process.env.PRUMO_MODEL_RUN ?? '{}') as ModelRun
/** How long each engine runs undisturbed between two troubles, and how long one lasts. */
const QUIET_MS = 15_000
const TROUBLE_MS = 4_000

const print = (line: string) => void process.stdout.write(`${line}\n`)

type EngineTrouble = readonly [name: string, happens: () => Promise<unknown>]

/** The servers of a database, the troubles that they have, and the settings of a program that uses them. */
interface EngineServers {
  troubles: EngineTrouble[]
  /** The addresses of the roles of programs on any of its databases. */
  roles: readonly string[]
  settings: (databaseUrl: string) => Record<string, string>
  close: () => Promise<void>
}

/** Causes the troubles in turn until the run ends. */
async function causeInTurn(
  stopping: AbortSignal,
  troubles: readonly EngineTrouble[],
  alone: (happens: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (let next = 0; !stopping.aborted; next++) {
    await pause(QUIET_MS, undefined, { signal: stopping }).catch(() => undefined)
    const [name, happens] = troubles[next % troubles.length] as EngineTrouble
    await alone(async () => {
      // An exclusive step before this one may have ended the run.
      await pause(100)
      if (stopping.aborted) return
      print(name)
      await happens()
    })
  }
}

/** A primary with a replica that falls silent and lags. */
async function replicated(): Promise<EngineServers> {
  const servers = await startReplicated()
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = servers.primary.settings
  const replica = await silentProxy(servers.onReplica(DATABASE_URL))
  const lagging = async (delay: string) => {
    await servers.administerReplica(`alter system set recovery_min_apply_delay = '${delay}'`)
    await servers.administerReplica('select pg_reload_conf()')
  }
  return {
    roles: [DATABASE_URL, DATABASE_OWNER_URL],
    settings: (url) => ({
      OPS_TOKEN: 'whoever-measures',
      DATABASE_REPLICA_URL: Object.assign(new URL(url), { port: new URL(replica.url).port }).toString(),
    }),
    troubles: [
      ['the replica falls silent', () => (replica.fallSilent(), pause(TROUBLE_MS).then(replica.speakAgain))],
      [
        'the replica lags',
        () =>
          lagging('2s')
            .then(() => pause(TROUBLE_MS))
            .then(() => lagging('0')),
      ],
    ],
    async close() {
      await replica.close()
      await servers.close()
    },
  }
}

/** A coordinator with two workers, of which one is killed and restarted, while shards move in both modes. */
async function distributed(): Promise<EngineServers> {
  const citus = await startCitus()
  Object.assign(process.env, citus.variables)
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = JSON.parse(citus.variables.PRUMO_TEST_SETTINGS) as Record<string, string>
  let database = 'postgres'
  const there = () => inDatabase(citus.coordinator.url, database)
  const moving = async (mode: string) => {
    const text = `select shardid as shard, nodeport as port from citus_shards where table_name = 'account_heads'::regclass
      order by random() limit 1`
    const found = await onOwnConnection(
      { connectionString: there() },
      async (client) => (await client.query<{ shard: number; port: number }>(text)).rows[0],
    )
    const to = citus.workers.map(({ url }) => Number(new URL(url).port)).find((port) => port !== found?.port)
    await administer(
      there(),
      `select citus_move_shard_placement(${found?.shard}, '127.0.0.1', ${found?.port}, '127.0.0.1', ${to}, '${mode}')`,
    )
  }
  return {
    roles: [DATABASE_URL, DATABASE_OWNER_URL],
    settings(url) {
      database = new URL(url).pathname.slice(1)
      return {}
    },
    troubles: [
      ['a shard moves, its writers waiting', () => moving('block_writes')],
      [
        'a node is killed',
        async () => {
          await citus.workers[0]?.kill()
          await pause(TROUBLE_MS)
          await citus.workers[0]?.restart()
        },
      ],
      ['a shard moves while it is written to', () => moving('force_logical')],
    ],
    close: citus.close,
  }
}

it(`several processes on several engines, each of which fails now and then, end with the state that the commands define (seed ${run.seed})`, async () => {
  const hasCitus = citusBinaries() !== null
  if (!hasCitus) print('CLUSTER_PG_BIN names no Postgres with Citus: a primary with a replica')
  const servers = await (hasCitus ? distributed() : replicated())
  const program = pgBouncerProgram()
  const bouncer = program ? await startPgBouncer(program, servers.roles) : null
  const redis = redisProgram() ? await startRedisCluster() : null
  if (!bouncer) print('PgBouncer is not installed: without it')
  if (!redis) print('Redis is not installed: the queue is on Postgres')
  const troubles = [...servers.troubles]
  if (bouncer) troubles.push(['PgBouncer is killed', () => bouncer.restart()])
  if (redis) {
    const [master] = redis.servers as [RedisServer]
    troubles.push([
      'a Redis master is killed',
      () =>
        master
          .kill()
          .then(() => pause(TROUBLE_MS))
          .then(master.start),
    ])
  }
  const stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const alone = <T>(happens: () => Promise<T>) => {
    const next = last.then(happens)
    last = next.catch(() => undefined)
    return next
  }
  const causing = causeInTurn(stopping.signal, troubles, alone)
  try {
    const settings = async (addresses: TestDatabase['settings']) => ({
      DATABASE_URL: bouncer?.through(addresses.DATABASE_URL) ?? addresses.DATABASE_URL,
      DATABASE_DIRECT_URL: addresses.DATABASE_URL,
      ...servers.settings(addresses.DATABASE_URL),
      ...(redis && { REDIS_URL: redis.servers.map(({ port }) => `redis://127.0.0.1:${port}`).join(',') }),
    })
    await runModel(run, print, settings, alone)
  } finally {
    stopping.abort()
    await causing
    redis?.close()
    await bouncer?.close()
    await servers.close()
  }
}, 3_600_000)
