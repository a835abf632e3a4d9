import { setTimeout as pause } from 'node:timers/promises'
import { redisProgram, startRedisCluster, type RedisServer } from '../jobs/test-redis-servers.js'
import { silentProxy } from '../platform/database/test-silent-proxy.js'
import { runModel, type ModelRun } from './test-model-run.js'
import { bouncerProgram, startBouncer } from './test-pgbouncer.js'
import { startReplicated } from './test-replica.js'

/** What `npm run test:cluster` says of it. */
const run = JSON.parse(process.env.PRUMO_MODEL_RUN ?? '{}') as ModelRun
/** How long each engine is left alone between two troubles of its own, and how long one lasts. */
const QUIET_MS = 15_000
const TROUBLE_MS = 4_000

const told = (line: string) => void process.stdout.write(`${line}\n`)

/** Does this and that in turn until it is told to stop. */
async function inTurn(stopping: AbortSignal, troubles: readonly [string, () => Promise<unknown>][]): Promise<void> {
  for (let next = 0; !stopping.aborted; next++) {
    await pause(QUIET_MS, undefined, { signal: stopping }).catch(() => undefined)
    const [name, happens] = troubles[next % troubles.length] as [string, () => Promise<unknown>]
    if (stopping.aborted) return
    told(name)
    await happens()
  }
}

it(`several processes on a primary with a replica, PgBouncer and a Redis cluster, each of which fails now and then, end with what the commands say (seed ${run.seed})`, async () => {
  const servers = await startReplicated()
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = servers.primary.settings
  const replica = await silentProxy(servers.onReplica(DATABASE_URL))
  const program = bouncerProgram()
  const bouncer = program ? await startBouncer(program, [DATABASE_URL, DATABASE_OWNER_URL]) : null
  const redis = redisProgram() ? await startRedisCluster() : null
  if (!bouncer) told('PgBouncer is not installed: without it')
  if (!redis) told('Redis is not installed: the queue is on Postgres')

  const lagging = async (delay: string) => {
    await servers.administerReplica(`alter system set recovery_min_apply_delay = '${delay}'`)
    await servers.administerReplica('select pg_reload_conf()')
  }
  const troubles: [string, () => Promise<unknown>][] = [
    ['the replica falls silent', () => (replica.fallSilent(), pause(TROUBLE_MS).then(replica.speakAgain))],
    [
      'the replica lags',
      () =>
        lagging('2s')
          .then(() => pause(TROUBLE_MS))
          .then(() => lagging('0')),
    ],
  ]
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
  const causing = inTurn(stopping.signal, troubles)
  try {
    await runModel(run, told, async (addresses) => ({
      OPS_TOKEN: 'whoever-measures',
      DATABASE_URL: bouncer?.through(addresses.DATABASE_URL) ?? addresses.DATABASE_URL,
      DATABASE_DIRECT_URL: addresses.DATABASE_URL,
      DATABASE_REPLICA_URL: Object.assign(new URL(addresses.DATABASE_URL), { port: new URL(replica.url).port }).toString(),
      ...(redis && { REDIS_URL: redis.servers.map(({ port }) => `redis://127.0.0.1:${port}`).join(',') }),
    }))
  } finally {
    stopping.abort()
    await causing
    redis?.close()
    await bouncer?.close()
    await replica.close()
    await servers.close()
  }
}, 3_600_000)
