import { pageOfAttachments } from '../attachments/attachment-list.projection.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { toLookAhead } from '../forecast/forecast-answers.js'
import { FindAhead } from '../forecast/forecast-facts.js'
import { ListRules } from '../rules/rule-list.projection.js'
import { findStoredForecast } from '../forecast/forecast-review.js'
import { FindMeiYear, ListDeliveries } from '../mei/mei-sheets.js'
import { FindFund } from '../emergency-fund/emergency-fund.projection.js'
import { computeAnswers } from '../emergency-fund/fund-answers.js'
import { SummariseGoals } from '../goals/goal-list.projection.js'
import { FindImport, ListImports } from '../imports/import-list.projection.js'
import { ListGrants } from '../guests/guest-list.projection.js'
import { FindUser } from '../identity/account-profile.projection.js'
import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { seedDemoAccounts } from './seed.js'

const TODAY = '2026-11-20'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

async function accountOf(email: string): Promise<string> {
  const [user] = await log.database.rows<{ id: string }>({ text: 'select id from users where email = $1' }, [email])
  return user?.id ?? ''
}

it('writes the demo accounts once, through the log', async () => {
  expect(await seedDemoAccounts(log.database, log.reading, TODAY)).toEqual(['demo@prumo.app', 'exemplo@prumo.app'])
  expect(await seedDemoAccounts(log.database, log.reading, TODAY)).toEqual([])
  for (const email of ['demo@prumo.app', 'exemplo@prumo.app']) {
    expect(await log.verify(await accountOf(email))).toMatchObject({ problem: null })
    expect(await new FindUser(await accountOf(email)).answer(log.database)).toMatchObject({ email, emailVerified: true })
  }
  expect(await new SummariseGoals(await accountOf('demo@prumo.app')).answer(log.database)).toMatchObject({ active: 2, completed: 0 })
})

it('imports a statement with its lines', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const { imports } = await new ListImports(account, { limit: 10 }).answer(log.database)
  expect(imports).toMatchObject([{ fileName: 'Extrato-Inter.csv', count: 6, income: 648.6, expense: 183.9, undoneAt: null }])
  const { transactionIds } = (await new FindImport(account, imports[0]?.id ?? '').answer(log.database)) ?? {}
  expect(transactionIds).toHaveLength(6)
})

it('states a balance that the coming month nearly uses up', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const ahead = await new FindAhead(account, TODAY, 30).answer(log.database)
  const { lowest } = toLookAhead(ahead, TODAY, 30)
  expect(ahead.opening.source).toBe('stated')
  expect(lowest?.balance).toBeGreaterThan(0)
  expect(lowest?.balance).toBeLessThan(300)
  expect(lowest?.date).not.toBe(TODAY)
})

it('has set up its MEI, paid each DAS and delivered the declaration of last year', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const year = await new FindMeiYear(account, 2026, TODAY).answer(log.database)
  expect(year).toMatchObject({ limit: 81_000, level: '70' })
  const states = (kind: string) => year.obligations.filter((each) => each.kind === kind && each.due <= TODAY).map(({ state }) => state)
  expect([...states('das'), ...year.das.slice(0, 10).map(({ state }) => state)]).toEqual(Array.from({ length: 19 }, () => 'paid'))
  expect(states('dasn')).toEqual(['delivered'])
  const { deliveries } = await new ListDeliveries(account, TODAY).answer(log.database)
  expect(deliveries.filter(({ kind }) => kind === 'monthly_report')).toHaveLength(13)
  expect(deliveries.filter(({ changedSince }) => changedSince !== null)).toEqual([])
})

it('states balances of which the forecast of a month ago knew', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const ahead = await new FindAhead(account, TODAY, 30).answer(log.database)
  const kept = { kind: 'none', version: 0 }
  const foreseen = await findStoredForecast(log.database, log.reading, account, TODAY, kept)
  expect(ahead.opening.amount).toBeGreaterThan((foreseen?.low ?? NaN) - 100_000)
  expect(ahead.opening.amount).toBeLessThan((foreseen?.high ?? NaN) + 100_000)
})

it('has receipts whose bytes are those of their log', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const { problem } = await verifyAccount(log.database, log.reading, account, { isThorough: true })
  expect(problem).toBeNull()
  expect((await pageOfAttachments(log.database, account, 10)).map(({ name }) => name).toSorted()).toEqual([
    'cupom-gas.png',
    'nota-moinho-central.xml',
    'recibo-embalagens.pdf',
  ])
})

it('has a rule that filed an imported line', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const rules = await new ListRules(account).answer(log.database)
  expect(rules).toMatchObject([{ text: 'posto', category: 'Transporte', uses: 1 }])
})

it('has an accountant who entered twice', async () => {
  const grants = await new ListGrants(await accountOf('exemplo@prumo.app'), TODAY).answer(log.database)
  expect(grants).toMatchObject([{ name: 'Ana Ribeiro', entries: 2, lastEnteredAt: expect.stringMatching(/^2026-11-19T15:/) }])
})

it('keeps the fund of the example account under the id of the account, partly filled', async () => {
  const account = await accountOf('exemplo@prumo.app')
  const entities = { text: `select distinct entity_id from events where account_id = $1 and entity = 'emergency-fund'` }
  expect(await log.database.rows(entities, [account])).toEqual([{ entity_id: account }])
  const facts = await new FindFund(account, TODAY).answer(log.database)
  expect(computeAnswers(facts).analysis).toMatchObject({ currentAmount: 4240, message: { level: 'solid' } })
})
