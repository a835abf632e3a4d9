import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import { startTestShop, type ShopPerson, type TestShop } from '../../../test/test-shop.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({ RATE_LIMITS: 'on' }, { worker: false })))
afterAll(() => shop.close())

const control = (name: string, fields: Record<string, string>) =>
  shop.form(`http://127.0.0.1:${shop.simulator.client.port}/simulator/${name}`, fields)

it('names an address that Stripe refuses, and accepts a corrected one at once', async () => {
  const person = await shop.test.register({ email: `joao,${newId()}@exemplo.com` }).catch(() => shop.test.register())
  const setEmail = (email: string) =>
    shop.test.database.rows({ text: 'update users set email = $2 where id = $1' }, [person.accountId, email])
  await setEmail(`joão-${newId()}@exemplo.com`)
  const refused = { status: 400, body: { code: 'VALIDATION', error: subscriptionTexts.emailNotTaken } }
  expect(await shop.checkout(person)).toMatchObject(refused)
  expect(await shop.checkout(person)).toMatchObject(refused)
  await setEmail(`joao-${newId()}@exemplo.com`)
  expect(await shop.checkout(person)).toMatchObject({ status: 200 })
})

it('names a deactivated price, and sells it under the same key once it is active again', async () => {
  const person = await shop.test.register()
  const headers = { 'idempotency-key': newId() }
  // The prices are checked once, before the first sale.
  expect((await shop.checkout(await shop.test.register(), '1mes')).status).toBe(200)
  await shop.stripe.prices.update(shop.price('1mes'), { active: false })
  const text = subscriptionTexts.planNotSold
  expect(await shop.checkout(person, '1mes', headers)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', error: text, fields: { priceId: [text] } },
  })
  await shop.stripe.prices.update(shop.price('1mes'), { active: true })
  expect(await shop.checkout(person, '1mes', headers)).toMatchObject({ status: 200 })
})

it.each(['rate_limit', 'lock_timeout', 'api_error'])(
  'a Stripe that fails with %s is a 503 that can be retried, with one customer',
  async (code) => {
    const person = await shop.test.register()
    const headers = { 'idempotency-key': newId() }
    await control('failures', { code, count: '20' })
    expect(await shop.checkout(person, '3meses', headers)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await control('failures', { code, count: '0' })
    expect(await shop.checkout(person, '3meses', headers)).toMatchObject({ status: 200 })
    expect((await shop.stripe.customers.list({ email: person.email })).data).toHaveLength(1)
  },
)

/** Counts the requests to Stripe during `work`. */
async function calls(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counting = () => count++
  shop.simulator.server.on('request', counting)
  await work()
  shop.simulator.server.off('request', counting)
  return count
}

describe('an account asks Stripe', () => {
  it.each([
    ['for its portal', '/subscriptions/portal', () => ({})],
    ['for previews of a change', '/subscriptions/change', () => ({ priceId: shop.price('1ano'), preview: true })],
  ])('%s at most ten times a minute over all processes', async (_, path, body) => {
    const person = await shop.test.register()
    await shop.status(person, await shop.subscribe(person, '1mes'))
    const send = () => shop.test.send('POST', path, { token: person.token, body: body() })
    for (let n = 0; n < 10; n++) expect((await send()).status).toBe(200)
    let refused = await send()
    expect(await calls(async () => void (refused = await send()))).toBe(0)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    const counted = { text: `select key from attempt_counters where key like '% ' || $1 and attempts = 12` }
    expect(await shop.test.database.rows(counted, [person.accountId])).toHaveLength(1)
    await shop.test.database.rows({ text: `update attempt_counters set window_ends_at = now() where key like '% ' || $1` }, [
      person.accountId,
    ])
    expect((await send()).status).toBe(200)
  })
})

describe('looks by a checkout session', () => {
  const look = ({ token }: ShopPerson, session: string) => shop.test.send('GET', `/subscriptions/status?session_id=${session}`, { token })

  it('are at most ten a minute; further ones are answered from the record, without a request to Stripe', async () => {
    const person = await shop.test.register()
    const session = await shop.subscribe(person)
    const answers: number[] = []
    const asked = await calls(async () => {
      for (let n = 0; n < 30; n++) answers.push((await look(person, session)).status)
    })
    expect(answers).toEqual(Array.from({ length: 30 }, () => 200))
    expect(asked).toBeLessThanOrEqual(10 * 6)
    expect(await calls(() => look(person, session))).toBe(0)
    // A minute later it may ask again.
    await shop.test.database.rows(
      { text: `update stripe_customers set asked_since = now() - interval '61 seconds' where account_id = $1` },
      [person.accountId],
    )
    expect(await calls(() => look(person, session))).toBeGreaterThan(0)
  })

  it('run one at a time, however many are requested at once, and none is refused', async () => {
    const person = await shop.test.register()
    const session = await shop.subscribe(person)
    await shop.delay(200)
    const answers: { status: number; body: { subscription: { status: string } } }[] = []
    const asked = await calls(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => look(person, session)))))
    })
    await shop.delay(0)
    expect(asked).toBeLessThanOrEqual(7)
    // Requests during a look get its result.
    expect(answers.map(({ status, body }) => [status, body.subscription.status])).toEqual(Array.from({ length: 20 }, () => [200, 'active']))
  })
})
