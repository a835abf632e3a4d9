import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator, type Simulator } from '../../stripe-simulator/simulator.js'
import { loadSettings, type Settings } from '../platform/config/settings.js'
import { freePort } from '../platform/free-port.js'
import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { stripeOf } from '../subscriptions/stripe/stripe-client.js'
import { FindSubscription } from '../subscriptions/subscription-status.projection.js'
import { subscribeDemoAccounts } from './demo-subscriptions.js'
import { eraseAccount } from '../account-data/account-ending.js'
import { demoAccountId } from './demo-command.js'
import { seedDemoAccounts } from './seed.js'

const both = ['demo@prumo.app', 'exemplo@prumo.app']

let log: TestLog
let simulator: Simulator
let dataDir: string
beforeAll(async () => {
  log = await openTestLog()
  simulator = await startSimulator()
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-demo-'))
  await seedDemoAccounts(log.database, log.reading, '2026-11-20')
})
afterAll(async () => {
  await log.close()
  await simulator.close()
  await rm(dataDir, { recursive: true })
})

const settingsAt = (port: number): Settings => loadSettings({ PRUMO_DATA_DIR: dataDir, STRIPE_SIMULATOR_URL: `http://127.0.0.1:${port}` })
const found = (email: string) => new FindSubscription(demoAccountId(email)).answer(log.database)

it('leaves the accounts unchanged while Stripe is unreachable, and starts all the same', async () => {
  expect(await subscribeDemoAccounts(settingsAt(await freePort()), log.database, log.reading)).toEqual({ subscribed: [], left: both })
  expect(await found('demo@prumo.app')).toMatchObject({ status: 'other' })
})

it('subscribes existing demo accounts once, through Stripe', async () => {
  const settings = settingsAt(simulator.client.port)
  expect(await subscribeDemoAccounts(settings, log.database, log.reading)).toEqual({ subscribed: both, left: [] })
  expect(await subscribeDemoAccounts(settings, log.database, log.reading)).toEqual({ subscribed: [], left: [] })
  expect(await found('demo@prumo.app')).toMatchObject({ status: 'active', planId: '3meses', paymentMethodBrand: 'visa' })
  expect(await found('exemplo@prumo.app')).toMatchObject({ status: 'active', planId: '1ano' })
  expect((await stripeOf(settings).subscriptions.list()).data).toHaveLength(2)
  const sources = { text: `select type, meta->>'source' as source from events where account_id = $1 and entity = 'subscription'` }
  expect(await log.database.rows(sources, [demoAccountId('demo@prumo.app')])).toEqual([{ type: 'SubscriptionActivated', source: 'seed' }])
  for (const email of both) expect(await log.verify(demoAccountId(email))).toMatchObject({ problem: null })
})

it('preserves what a person did with a demo account', async () => {
  const settings = settingsAt(simulator.client.port)
  await stripeOf(settings).subscriptions.cancel((await found('demo@prumo.app')).subscriptionId ?? '')
  expect(await subscribeDemoAccounts(settings, log.database, log.reading)).toEqual({ subscribed: [], left: [] })
  expect(await found('demo@prumo.app')).toMatchObject({ status: 'canceled' })
})

it('subscribes them again if Stripe lost them', async () => {
  const another = await startSimulator()
  expect(await subscribeDemoAccounts(settingsAt(another.client.port), log.database, log.reading)).toEqual({ subscribed: both, left: [] })
  expect(await found('demo@prumo.app')).toMatchObject({ status: 'active' })
  await another.close()
})

it('leaves an erased account unchanged', async () => {
  const accountId = demoAccountId('exemplo@prumo.app')
  await log.writer().execute(eraseAccount({ accountId, actor: 'ops', source: 'ops' }, null))
  const another = await startSimulator()
  expect(await subscribeDemoAccounts(settingsAt(another.client.port), log.database, log.reading)).toEqual({
    subscribed: ['demo@prumo.app'],
    left: [],
  })
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
  await another.close()
})
