import Stripe from 'stripe'
import { type TestStripe, startTestStripe } from './test-simulator.js'

/** The answer of a call without the client in between. */
async function raw(
  test: TestStripe,
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) {
  const standard = {
    authorization: 'Bearer sk_test_raw',
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const answer = await fetch(`${test.simulator.url}${path}`, {
    method,
    headers: { ...standard, ...headers },
    ...(body !== undefined && { body }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { error?: Record<string, unknown> } & Record<string, unknown>,
  }
}

describe('calls of the API', () => {
  let test: TestStripe
  beforeAll(async () => (test = await startTestStripe()))
  afterAll(() => test.close())

  it('know the prices of the plan table', async () => {
    const { data } = await test.stripe.prices.list({ limit: 100 })
    expect(
      data
        .map(({ id, currency, unit_amount: amount, recurring }) => [id, currency, amount, recurring?.interval, recurring?.interval_count])
        .toReversed(),
    ).toEqual([
      ['price_prumo1mes', 'brl', 4_700, 'month', 1],
      ['price_prumo3meses', 'brl', 9_700, 'month', 3],
      ['price_prumo1ano', 'brl', 29_700, 'month', 12],
      ['price_prumo3anos', 'brl', 69_700, 'month', 36],
    ])
    expect(data[0]?.unit_amount_decimal?.toString()).toBe('69700')
  })

  it('need a test key', async () => {
    const { simulator } = test
    for (const headers of [{ authorization: '' }, { authorization: 'Bearer sk_live_1' }, { authorization: 'Bearer nothing' }]) {
      expect((await raw(test, 'GET', '/v1/prices', { headers })).status).toBe(401)
    }
    await expect(new Stripe('sk_live_1', simulator.client).prices.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect((await raw(test, 'GET', '/v1/prices', { headers: { authorization: `Basic ${btoa('sk_test_1:')}` } })).status).toBe(200)
  })

  it('refuse what Stripe does not know', async () => {
    const refused = async (path: string, body: string) => (await raw(test, 'POST', path, { body })).body.error
    expect(await refused('/v1/customers', 'email=a@b.c&colour=red')).toMatchObject({
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      param: 'colour',
      message: 'Received unknown parameter: colour',
    })
    expect(await refused('/v1/checkout/sessions', 'mode=subscription&payment_method_types[]=card')).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    })
    expect(await refused('/v1/checkout/sessions', 'mode=subscription&line_items[0][price]=x&line_items[0][a]=1&b=2')).toMatchObject({
      message: 'Received unknown parameters: line_items[0][a], b',
    })
    expect(await refused('/v1/checkout/sessions', 'mode=rental')).toMatchObject({
      param: 'mode',
      message: 'Invalid mode: must be one of payment, setup, or subscription',
    })
    expect(await refused('/v1/checkout/sessions', 'mode=subscription')).toMatchObject({ code: 'parameter_missing', param: 'line_items' })
    expect(await refused('/v1/checkout/sessions', 'expires_at=soon')).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'expires_at',
    })
    expect(await refused('/v1/checkout/sessions', 'success_url=')).toMatchObject({ code: 'parameter_invalid_empty', param: 'success_url' })
    expect(await refused('/v1/billing_portal/sessions', 'customer=cus_none&flow_data[after_completion][type]=redirect')).toMatchObject({
      code: 'parameter_missing',
      param: 'flow_data[type]',
    })
    expect(await refused('/v1/subscriptions/sub_none', 'cancel_at_period_end=perhaps')).toMatchObject({ param: 'cancel_at_period_end' })
    expect((await raw(test, 'POST', '/v1/customers', { body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect((await raw(test, 'GET', '/v1/customers?colour=red')).body.error).toMatchObject({ code: 'parameter_unknown' })
    expect((await raw(test, 'GET', '/v1/coupons')).status).toBe(404)
    expect((await raw(test, 'GET', '/v1/customers/search?query=a')).body.error).toMatchObject({
      message: expect.stringContaining('Unrecognized request URL'),
    })
    expect((await raw(test, 'GET', '/v1/prices', { headers: { 'stripe-version': '2020-08-27' } })).status).toBe(400)
  })

  it.each([
    ['customers', 'email=nobody', 'email_invalid'],
    ['customers', `metadata[${'k'.repeat(41)}]=x`, 'metadata'],
    ['customers', `metadata[k]=${'v'.repeat(501)}`, 'metadata[k]'],
    ['customers', Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=x`).join('&'), 'metadata'],
    ['refunds', 'charge=ch_1&payment_intent=pi_1', 'charge'],
    ['checkout/sessions', 'mode=subscription&line_items[0][price]=price_prumo1mes&line_items[0][quantity]=0', 'line_items[0][quantity]'],
    [
      'checkout/sessions',
      'mode=subscription&line_items[0][price]=price_prumo1mes&line_items[0][quantity]=1&success_url=/paid',
      'success_url',
    ],
    ['checkout/sessions', 'mode=payment', 'mode'],
  ])('refuse in %s what its form allows and Stripe does not', async (path, body, said) => {
    const { status, body: answer } = await raw(test, 'POST', `/v1/${path}`, { body })
    expect([status, [answer.error?.code, answer.error?.param]]).toEqual([400, expect.arrayContaining([said])])
  })

  it('distinguish an unknown address from an unknown id in a parameter', async () => {
    const { stripe, checkout } = test
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
    })
    await expect(checkout('1mes', { customer: 'cus_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
    await expect(checkout('1mes', { line_items: [{ price: 'price_none', quantity: 1 }] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'line_items[0][price]',
    })
  })

  it('expand ids on request', async () => {
    const { stripe, subscribe } = test
    const { id } = await subscribe()
    expect(
      await stripe.subscriptions.retrieve(id, { expand: ['customer', 'items.data.price.product', 'latest_invoice.payments'] }),
    ).toMatchObject({
      customer: { email: 'ana@exemplo.com' },
      items: { data: [{ price: { product: { name: 'Prumo, 1 mês' } } }] },
      latest_invoice: { payments: { data: [{ status: 'paid' }] } },
    })
    await expect(stripe.subscriptions.retrieve(id, { expand: ['status'] })).rejects.toMatchObject({ statusCode: 400 })
    await expect(stripe.subscriptions.retrieve(id, { expand: ['colour'] })).rejects.toMatchObject({ statusCode: 400 })
  })

  it('page through lists', async () => {
    const { stripe } = test
    const ids = []
    for (let number = 0; number < 5; number += 1) ids.push((await stripe.customers.create({ email: 'many@exemplo.com' })).id)
    const seen = []
    for await (const { id } of stripe.customers.list({ email: 'many@exemplo.com', limit: 2 })) seen.push(id)
    expect(seen).toEqual(ids.toReversed())
    const before = await stripe.customers.list({ email: 'many@exemplo.com', ending_before: seen[4]!, limit: 2 })
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([seen.slice(2, 4), true])
  })

  it('change and delete fields of a customer', async () => {
    const { stripe } = test
    const { id } = await stripe.customers.create({ email: 'a@exemplo.com', metadata: { account: '7', other: 'x' } })
    await stripe.customers.update(id, { name: 'Ana', metadata: { other: '' } })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'a@exemplo.com', name: 'Ana', metadata: { account: '7' } })
    await stripe.customers.update(id, { metadata: '' })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'a@exemplo.com', metadata: {} })
    await expect(stripe.customers.update(id, { email: '' })).rejects.toMatchObject({ code: 'parameter_invalid_empty' })
  })
})

describe('an idempotency key', () => {
  let test: TestStripe
  beforeAll(async () => (test = await startTestStripe()))
  afterAll(() => test.close())

  const create = (key: string, body: string) => raw(test, 'POST', '/v1/customers', { body, headers: { 'idempotency-key': key } })

  it('repeats the answer of a call once it was made', async () => {
    const first = await create('one', 'email=a@exemplo.com&name=A')
    const again = await create('one', 'name=A&email=a@exemplo.com')
    expect(again.body).toEqual(first.body)
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect((await test.stripe.customers.list({ email: 'a@exemplo.com' })).data).toHaveLength(1)
  })

  it('is valid for one call only', async () => {
    await create('two', 'email=b@exemplo.com')
    expect(await create('two', 'email=c@exemplo.com')).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
    await expect(test.stripe.products.create({ name: 'X' }, { idempotencyKey: 'two' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    )
  })

  it('repeats a refusal by the call, but not one of its form', async () => {
    const body = 'customer=cus_none'
    const refused = await raw(test, 'POST', '/v1/billing_portal/sessions', { body, headers: { 'idempotency-key': 'three' } })
    const again = await raw(test, 'POST', '/v1/billing_portal/sessions', { body, headers: { 'idempotency-key': 'three' } })
    expect([refused.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 400, 'true'])
    expect((await create('four', 'colour=red')).status).toBe(400)
    expect((await create('four', 'email=d@exemplo.com')).status).toBe(200)
  })

  it('is refused to a second call while the first is running', async () => {
    await test.post('/simulator/answers', { delay: '150' })
    const [first, second] = await Promise.all([create('five', 'email=e@exemplo.com'), create('five', 'email=e@exemplo.com')])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
    expect([first, second].find(({ status }) => status === 409)?.body.error).toMatchObject({ code: 'idempotency_key_in_use' })
    await test.post('/simulator/answers', { delay: '0' })
    expect((await create('five', 'email=e@exemplo.com')).headers.get('idempotent-replayed')).toBe('true')
  })

  it('expires after a day', async () => {
    await create('six', 'email=f@exemplo.com')
    await test.simulator.moveClock(1.1)
    expect((await create('six', 'email=g@exemplo.com')).status).toBe(200)
  })
})

describe('the controls', () => {
  let test: TestStripe
  beforeAll(async () => (test = await startTestStripe('2026-11-22T12:00:00Z')))
  afterAll(() => test.close())

  it('move the clock, and return the time', async () => {
    const answer = await test.post('/simulator/clock', { days: '31' })
    expect([answer.status, await answer.json()]).toEqual([200, { now: Date.parse('2026-12-23T12:00:00Z') / 1000 }])
  })

  it.each([
    ['clock', { days: '-1' }],
    ['clock', {}],
    ['clock', { days: 'many' }],
    ['deliveries', { order: 'alphabetical' }],
    ['answers', { delay: 'long' }],
    ['weather', {}],
  ])('refuse unknown values: %s %j', async (name, fields: Record<string, string>) => {
    expect((await test.post(`/simulator/${name}`, fields)).status).toBe(400)
  })

  it.each(['/c/pay/cs_test_none', '/p/session/bps_none', '/elsewhere'])('answer 404 at the unknown page %s', async (path) => {
    const answer = await fetch(`${test.simulator.url}${path}`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('Esta página não existe.')])
  })

  it('are shown on a page', async () => {
    expect(await (await fetch(`${test.simulator.url}/simulator`)).text()).toContain('Adiantar o relógio')
    const answer = await fetch(`${test.simulator.url}/simulator/clock`, {
      method: 'POST',
      body: new URLSearchParams({ days: '1' }),
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/simulator'])
  })
})
