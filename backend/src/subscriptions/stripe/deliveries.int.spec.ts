import { startTestShop, type TestShop } from '../../../test/test-shop.js'

const [OLD, NEW] = ['whsec_old', 'whsec_new']
const real = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: `${NEW},${OLD}`,
  STRIPE_PRICE_1MES: 'price_prumo1mes',
  STRIPE_PRICE_3MESES: 'price_prumo3meses',
  STRIPE_PRICE_1ANO: 'price_prumo1ano',
  STRIPE_PRICE_3ANOS: 'price_prumo3anos',
}

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop(real, { worker: false })))
afterAll(() => shop.close())

const event = (changes: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type: 'invoice.paid',
  created: 1_795_000_000,
  data: { object: { id: 'in_1', customer_email: 'ana@exemplo.com' } },
  ...changes,
})

function signed(payload: string, { secret = NEW, timestamp = Math.floor(Date.now() / 1000) } = {}): string {
  return shop.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

async function deliver(
  payload: string,
  signature?: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<{ status: number; body: unknown }> {
  const answer = await shop.test.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: { ...headers, ...(signature !== undefined && { 'stripe-signature': signature }) },
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

const stored = () => shop.test.database.rows<Record<string, unknown>>({ text: 'select * from stripe_deliveries order by id' })
const jobs = async () =>
  (
    await shop.test.database.rows<{ subject: string }>({
      text: `select subject from outbox where kind = 'stripe-delivery' order by subject`,
    })
  ).map(({ subject }) => subject)
const refused = { status: 400, body: { code: 'INVALID_SIGNATURE', error: 'Assinatura inválida.' } }

it('refuses what Stripe did not sign recently and over these bytes, and stores nothing', async () => {
  const payload = JSON.stringify(event({ id: 'evt_bad' }))
  const now = Math.floor(Date.now() / 1000)
  expect(await deliver(payload)).toMatchObject(refused)
  expect(await deliver(payload, '')).toMatchObject(refused)
  expect(await deliver(payload, 'nothing of the kind')).toMatchObject(refused)
  expect(await deliver(payload, signed(payload, { secret: 'whsec_other' }))).toMatchObject(refused)
  expect(await deliver(payload, signed(payload, { timestamp: now - 301 }))).toMatchObject(refused)
  expect(await deliver(`${payload} `, signed(payload))).toMatchObject(refused)
  expect(await deliver(payload.replace('in_1', 'in_2'), signed(payload))).toMatchObject(refused)
  expect(await deliver('{', signed('}'))).toMatchObject(refused)
  expect(await deliver('', signed('x'))).toMatchObject(refused)
  expect(await deliver(payload, signed(payload), { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  expect([await stored(), await jobs()]).toEqual([[], []])
})

it('stores of a delivery its id, type, object and time, and no personal data', async () => {
  const payload = JSON.stringify(event())
  expect(await deliver(payload, signed(payload))).toEqual({ status: 200, body: null })
  const [row] = await stored()
  expect(row).toEqual({
    id: 'evt_1',
    type: 'invoice.paid',
    object_id: 'in_1',
    happened_at: new Date(1_795_000_000_000),
    received_at: expect.any(Date),
  })
  expect(await jobs()).toEqual(['evt_1'])
})

it('accepts both secrets during a rotation, and a delivery that arrives late', async () => {
  const payload = JSON.stringify(event({ id: 'evt_2' }))
  const earlier = Math.floor(Date.now() / 1000) - 250
  expect((await deliver(payload, signed(payload, { secret: OLD, timestamp: earlier }))).status).toBe(200)
  expect(await jobs()).toEqual(['evt_1', 'evt_2'])
})

it('accepts the same delivery repeatedly, and processes it once', async () => {
  const payload = JSON.stringify(event({ id: 'evt_3' }))
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(payload, signed(payload))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await jobs()).toEqual(['evt_1', 'evt_2', 'evt_3'])
})

it('stores a delivery of an unused type without a job', async () => {
  for (const [id, type, object] of [
    ['evt_4', 'product.created', { id: 'prod_1' }],
    ['evt_5', 'balance.available', {}],
    ['evt_6', 'a.type.of.next.year', { id: 'x_1' }],
  ] as const) {
    const payload = JSON.stringify(event({ id, type, data: { object } }))
    expect((await deliver(payload, signed(payload))).status).toBe(200)
  }
  expect((await stored()).map(({ id, object_id: object }) => [id, object]).slice(3)).toEqual([
    ['evt_4', 'prod_1'],
    ['evt_5', null],
    ['evt_6', 'x_1'],
  ])
  expect(await jobs()).toEqual(['evt_1', 'evt_2', 'evt_3'])
})

it('answers once a delivery is stored, by one statement, and leaves the rest to a job', async () => {
  const asked = jest.spyOn(shop.test.database, 'rows')
  const payload = JSON.stringify(event({ id: 'evt_7' }))
  expect((await deliver(payload, signed(payload))).status).toBe(200)
  const ofDeliveries = asked.mock.calls
    .map(([{ name = '', text }]) => (/stripe|subscription/.test(text) ? name : ''))
    .filter((name) => name !== '')
  asked.mockRestore()
  expect(ofDeliveries).toEqual(['store-delivery'])
})
