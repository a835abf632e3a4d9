import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '@prumo/backend/platform/free-port'
import { until } from './test-queue.js'

/** A Redis of the test's own, on a free port of the loopback interface. */
export interface RedisServer {
  port: number
  /** Starts it again on its port with its cluster configuration and no data. */
  start: () => Promise<void>
  kill: () => Promise<void>
  signal: (signal: NodeJS.Signals) => void
  /** Sends a command to this server directly. */
  call: (...command: (string | number)[]) => Promise<unknown>
  /** Ends it at once, without a restart. */
  close: () => void
}

export interface RedisCluster {
  servers: readonly RedisServer[]
  /** The master of a key's slot. */
  masterOf: (key: string) => Promise<RedisServer>
  /** Moves a slot with its keys, as `redis-cli --cluster reshard` does. */
  moveSlot: (slot: number, from: RedisServer, to: RedisServer) => Promise<void>
  close: () => void
}

const SLOTS = 16_384
const IN_CLUSTER = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']

/** Redis or Valkey on the PATH; undefined without either. */
export const redisProgram = () =>
  ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)

export async function startRedis(password = '', options: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'prumo-redis-'))
  const secret = password === '' ? [] : ['--requirepass', password, '--masterauth', password]
  const all = ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no', '--dir', folder, ...secret, ...options]
  let child: ChildProcess
  const server: RedisServer = {
    port,
    async start() {
      child = spawn(redisProgram() ?? 'redis-server', all, { stdio: 'ignore' })
      await until(() => succeeds(server.call('PING')), 10_000)
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    signal: (signal) => void child.kill(signal),
    async call(...[name, ...args]) {
      const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => null, password })
      redis.on('error', () => undefined)
      try {
        return await redis.call(`${name}`, ...args)
      } finally {
        redis.disconnect()
      }
    },
    close() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** Starts so many masters that share the slots, and as many replicas of the first of them. */
export async function startRedisCluster({ masters = 3, replicas = 0, password = '' } = {}): Promise<RedisCluster> {
  const servers: RedisServer[] = []
  const close = () => servers.forEach((server) => server.close())
  try {
    const buses: number[] = []
    for (let each = 0; each < masters + replicas; each++) {
      const bus = await freePort()
      buses.push(bus)
      servers.push(await startRedis(password, [...IN_CLUSTER, '--cluster-port', `${bus}`]))
    }
    await meet(servers, buses, masters)
  } catch (failure) {
    close()
    throw failure
  }
  return {
    servers,
    close,
    async masterOf(key) {
      for (const server of servers) if (await succeeds(server.call('DEL', `${key}:none`))) return server
      throw new Error(`No master has ${key}`)
    },
    async moveSlot(slot, from, to) {
      const [source, target] = [await idOf(from), await idOf(to)]
      await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', source)
      await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', target)
      for (;;) {
        const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[]
        if (keys.length === 0) break
        await from.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...keys)
      }
      for (const server of [to, from]) await server.call('CLUSTER', 'SETSLOT', slot, 'NODE', target)
    },
  }
}

async function meet(servers: readonly RedisServer[], buses: readonly number[], masters: number): Promise<void> {
  const share = Math.ceil(SLOTS / masters)
  for (const [each, server] of servers.entries()) {
    await server.call('CLUSTER', 'SET-CONFIG-EPOCH', each + 1)
    if (each < masters) await server.call('CLUSTER', 'ADDSLOTSRANGE', each * share, Math.min(SLOTS, (each + 1) * share) - 1)
  }
  const [first] = servers as [RedisServer]
  for (const [each, { port }] of servers.entries()) await first.call('CLUSTER', 'MEET', '127.0.0.1', port, buses[each] ?? 0)
  const known = new RegExp(`cluster_state:ok[^]*cluster_known_nodes:${servers.length}\\b`)
  for (const server of servers) await until(async () => known.test(String(await server.call('CLUSTER', 'INFO'))))
  for (const replica of servers.slice(masters)) {
    await replica.call('CLUSTER', 'REPLICATE', await idOf(first))
    await until(async () => String(await replica.call('INFO', 'replication')).includes('master_link_status:up'))
  }
}

const idOf = async ({ call }: RedisServer) => String(await call('CLUSTER', 'MYID'))

const succeeds = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )
