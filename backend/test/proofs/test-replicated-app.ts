import { Replica } from '@prumo/backend/event-store/query/replica'
import { startTestApp, type TestApp } from '../test-app.js'
import { until } from '../test-queue.js'
import { silentProxy, type SilentProxy } from '../test-silent-proxy.js'
import { startReplicated, type ReplicatedDatabase } from './test-replica.js'

/** A server that reads from a replica through a proxy. */
export interface ReplicatedApp {
  servers: ReplicatedDatabase
  proxy: SilentProxy
  test: TestApp
  /** Waits until the server uses the replica. */
  isThere(): Promise<void>
  /** Waits until the replica has applied all of the primary's commits. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

export async function startReplicatedApp(): Promise<ReplicatedApp> {
  const servers = await startReplicated()
  const proxy = await silentProxy(servers.onReplica(servers.primary.url))
  const there = (url: string) => Object.assign(new URL(url), { port: new URL(proxy.url).port }).toString()
  const test = await startTestApp(({ DATABASE_URL }) => ({ DATABASE_REPLICA_URL: there(DATABASE_URL) }))
  const isThere = () => until(() => test.app.get(Replica, { strict: false }).check())
  await isThere()
  return {
    servers,
    proxy,
    test,
    isThere,
    async caughtUp() {
      const [end] = await test.owner.rows<{ lsn: string }>({ text: 'select pg_current_wal_lsn()::text as lsn' })
      const check = `do $$ begin if pg_last_wal_replay_lsn() < '${end?.lsn}' then raise 'behind'; end if; end $$`
      await until(() =>
        servers.administerReplica(check).then(
          () => true,
          () => false,
        ),
      )
    },
    async close() {
      await test.close()
      await proxy.close()
      await servers.close()
    },
  }
}
