import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { onOwnConnection } from './own-connection.js'
import { limitRole, refuseUnlimited } from './role-limits.js'
import { openDatabase } from './open-database.js'
import { silentProxy } from '../../../test/test-silent-proxy.js'
import { administer, createTestDatabase, type TestDatabase } from '../../../test/test-database.js'

let test: TestDatabase
beforeAll(async () => void (test = await createTestDatabase()))
afterAll(() => test.drop())

const limits = `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle,
  current_setting('enable_seqscan') as seqscan`

/** Settings of a connection without start-up options, as a pooler opens it. */
async function plain(url: string): Promise<unknown> {
  return onOwnConnection({ connectionString: url }, async (client) => (await client.query(limits)).rows[0])
}

it("sets the role's limits when several processes start at once, and changes nothing when they are set", async () => {
  const name = new URL(test.url).pathname.slice(1)
  await administer(test.url, `alter role current_user in database ${name} reset all`)
  expect(await plain(test.url)).toMatchObject({ statement: '0', idle: '0', seqscan: 'on' })
  await Promise.all([
    limitRole({ connectionString: test.url }),
    limitRole({ connectionString: test.url }),
    limitRole({ connectionString: test.url }),
  ])
  expect(await plain(test.url)).toEqual({ statement: '5s', idle: '30s', seqscan: 'off' })
  // Filter by this database: other tests create and drop theirs meanwhile.
  const text = `
    select xmin::text, setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()) order by setrole`
  const settings = () => test.owner.rows({ text })
  const before = await settings()
  await limitRole({ connectionString: test.url })
  expect(await settings()).toEqual(before)
})

it('leaves patient connections without limits, even with a single role', async () => {
  const patient = await openDatabase({ url: test.url, patient: true })
  expect(await patient.rows({ text: limits })).toEqual([{ statement: '0', idle: '0', seqscan: 'on' }])
  await patient.close()
})

it('sends no setting on connecting, which a transaction pooler would refuse', async () => {
  const { hostname, port } = new URL(test.url)
  const heard: string[] = []
  const way = createServer((client) => {
    client.once('data', (bytes) => void heard.push(bytes.toString('latin1')))
    client.pipe(connect(Number(port), hostname)).pipe(client)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const url = Object.assign(new URL(test.url), { port: String((way.address() as AddressInfo).port) }).toString()
  const database = await openDatabase({ url })
  await database.pipeline().transaction([{ name: 'one', text: 'select 1', values: [] }])
  await database.close()
  way.close()
  // Length and protocol first, then names alternating with values.
  const names = heard.flatMap((packet) =>
    packet
      .slice(8)
      .split('\0')
      .filter((each, index) => index % 2 === 0 && each !== ''),
  )
  expect(heard.length).toBeGreaterThan(2)
  expect([...new Set(names)].toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
})

it('gives up on a server that accepts the connection and stays silent', async () => {
  const proxy = await silentProxy(test.url)
  proxy.fallSilent()
  const began = performance.now()
  await expect(openDatabase({ url: proxy.url, waitSeconds: 0 })).rejects.toThrow('O Postgres não respondeu')
  expect(performance.now() - began).toBeLessThan(10_000)
  await proxy.close()
})

it("refuses to start on a pooler's connections that predate the limits", async () => {
  await expect(refuseUnlimited(test.owner)).rejects.toThrow(/RECONNECT/)
  await expect(refuseUnlimited(test.database)).resolves.toBeUndefined()
})
