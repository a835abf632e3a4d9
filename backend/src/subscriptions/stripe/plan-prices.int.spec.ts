import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import { freePort } from '../../platform/free-port.js'
import { startSimulator, type Simulator } from '../../../stripe-simulator/simulator.js'
import { loadSettings } from '../../platform/config/settings.js'
import { startTestApp } from '../../../test/test-app.js'
import { PlanPrices } from './plan-prices.js'

const dataDir = mkdtempSync(join(tmpdir(), 'prumo-prices-'))
let simulator: Simulator
beforeAll(async () => void (simulator = await startSimulator()))
afterAll(async () => {
  await simulator.close()
  rmSync(dataDir, { recursive: true })
})

const real = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_PRICE_1MES: 'price_prumo1mes',
  STRIPE_PRICE_3MESES: 'price_prumo3meses',
  STRIPE_PRICE_1ANO: 'price_prumo1ano',
  STRIPE_PRICE_3ANOS: 'price_prumo3anos',
}

/** The prices of a program with these settings. */
function pricesOf(changes: Record<string, string> = {}, port = simulator.client.port): PlanPrices {
  return new PlanPrices(loadSettings({ PRUMO_DATA_DIR: dataDir, ...real, STRIPE_SIMULATOR_URL: `http://127.0.0.1:${port}`, ...changes }))
}

it('starts with the prices of the plans', async () => {
  await expect(pricesOf().checkAtStart()).resolves.toBeUndefined()
})

it('refuses to start with others, and names each', async () => {
  const stripe = new Stripe('sk_test_x', simulator.client)
  const { id } = await stripe.prices.create({
    currency: 'brl',
    product: 'prod_prumo1ano',
    unit_amount: 29_000,
    recurring: { interval: 'year' },
  })
  const problems = await pricesOf({ STRIPE_PRICE_1ANO: id, STRIPE_PRICE_3ANOS: 'price_gone' })
    .checkAtStart()
    .catch((error: InvalidSettings) => error.problems)
  expect(problems).toEqual([
    `STRIPE_PRICE_1ANO: o preço ${id} é de 29000 brl a cada 1 year; o plano 1 ano pede 29700 brl a cada 12 month (valores em centavos).`,
    'STRIPE_PRICE_3ANOS: a Stripe não conhece o preço price_gone.',
  ])
})

it('starts while Stripe is unreachable, and sells nothing until it is back', async () => {
  const port = await freePort()
  await expect(pricesOf({}, port).checkAtStart()).resolves.toBeUndefined()
  const test = await startTestApp({ ...real, STRIPE_SIMULATOR_URL: `http://127.0.0.1:${port}` })
  const ana = await test.register()
  const body = {
    priceId: 'price_prumo1mes',
    successUrl: 'http://localhost:3000/dashboard',
    cancelUrl: 'http://localhost:3000/plans',
    mode: 'subscription',
  }
  const checkout = () => test.send('POST', '/subscriptions/checkout', { token: ana.token, body })
  expect(await checkout()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': expect.any(String) } })
  expect(await test.send('GET', '/plans')).toMatchObject({ status: 200 })
  expect(await test.send('GET', '/transactions', { token: ana.token })).toMatchObject({ status: 200 })
  const back = await startSimulator({ port })
  expect(await checkout()).toMatchObject({ status: 200 })
  await back.close()
  await test.close()
})
