import pg from 'pg'
import { BY_ACCOUNT } from '@prumo/backend/platform/database/distribute'
import { onOwnConnection } from '@prumo/backend/platform/database/own-connection'
import { startTestApp, type TestApp } from '../test-app.js'
import { requestEverything } from './test-requests.js'

/** A node of a plan of `explain`. */
interface PlanNode {
  'Relation Name'?: string
  'Node Type': string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** Columns that name the account in a condition. A session is found by its user, whose id is that of the account. */
const OF_ACCOUNT = /\b(account_id|user_id) = /

let test: TestApp
let byAccount: Set<string>
/** The distinct statements that were sent. */
const sent = new Set<string>()

beforeAll(async () => {
  test = await startTestApp()
  byAccount = new Set([...BY_ACCOUNT, ...test.reading.readModels.projections.map(({ table }) => table.name)])
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    sent.add(typeof asked === 'string' ? asked : (asked as { text: string }).text)
    return query.apply(this, given) as undefined
  })
})
afterAll(async () => {
  jest.restoreAllMocks()
  await test.close()
})

/** The tables of account data whose rows a statement finds without their account. */
async function unnamed(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (generic_plan, format json) ${text}`)
  const found: string[] = []
  const walk = (node: PlanNode) => {
    const table = node['Relation Name']
    const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ')
    if (table !== undefined && byAccount.has(table) && node['Node Type'].endsWith('Scan') && !OF_ACCOUNT.test(conditions)) found.push(table)
    node.Plans?.forEach(walk)
  }
  for (const { 'QUERY PLAN': plans } of rows) plans.forEach(({ Plan }) => walk(Plan))
  return found
}

async function unnamedIn(texts: Iterable<string>): Promise<[table: string, text: string][]> {
  return onOwnConnection({ connectionString: test.addresses.DATABASE_OWNER_URL }, async (client) => {
    // With nested loops and index scans, each joined table shows its condition where its rows are found.
    await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off')
    const found: [string, string][] = []
    for (const text of texts) for (const table of await unnamed(client, text)) found.push([table, text])
    return found
  })
}

it('finds a statement that leaves out the account of one of its tables', async () => {
  expect(await unnamedIn(['select from events where account_id = $1 and seq > $2'])).toEqual([])
  for (const text of [
    'select from events where entity_id = $1',
    'select from events e join account_heads h using (seq) where e.account_id = $1',
    'update outbox set attempts = 0 where kind = $1',
  ])
    expect(await unnamedIn([text])).toHaveLength(1)
})

it('names the account of each table in every statement of a request', async () => {
  const { token } = await test.register()
  sent.clear()
  await requestEverything(test, token)
  const texts = [...sent].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
  expect(texts.length).toBeGreaterThan(40)
  expect(await unnamedIn(texts)).toEqual([])
})
