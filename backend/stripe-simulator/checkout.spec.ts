import { type TestStripe, startTestStripe } from './test-simulator.js'
import { idOf } from './world.js'

describe('paying on the hosted page', () => {
  let test: TestStripe
  beforeAll(async () => (test = await startTestStripe()))
  afterAll(() => test.close())

  it('subscribes the payer, and redirects to the success address with the session', async () => {
    const { stripe, checkout, post } = test
    const session = await checkout('3meses', { metadata: { account: '7' }, subscription_data: { metadata: { account: '7' } } })
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 9_700, currency: 'brl' })
    const page = await (await fetch(session.url ?? '')).text()
    expect(page).toContain('Pagar e assinar')
    expect(page.replaceAll('\u00A0', ' ')).toContain('R$ 97,00 a cada 3 meses')

    const answer = await post(session.url ?? '', { card: '4242 4242 4242 4242' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/dashboard?welcome=true&session_id=${session.id}`)

    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      subscription: { status: 'active', metadata: { account: '7' } },
      invoice: { status: 'paid', total: 9_700 },
    })
    expect(paid.invoice).toHaveProperty('parent.subscription_details.subscription', (paid.subscription as { id: string }).id)
  })

  it('publishes the same events as Stripe, before the payer is back', async () => {
    const { receiver, subscribe } = test
    receiver.events.length = 0
    await subscribe()
    expect(receiver.types()).toEqual(
      expect.arrayContaining([
        'payment_method.attached',
        'customer.subscription.created',
        'invoice.paid',
        'customer.subscription.updated',
        'checkout.session.completed',
      ]),
    )
  })

  it('stores the card', async () => {
    const { stripe, subscribe } = test
    const subscription = await subscribe('1ano', '5555555555554444')
    const method = await stripe.paymentMethods.retrieve(idOf(subscription.default_payment_method))
    expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444' })
  })

  it.each([
    ['4000000000000002', 'Seu cartão foi recusado'],
    ['4000000000009995', 'não tem saldo'],
    ['1234', 'não é de um cartão de teste'],
    ['', 'não é de um cartão de teste'],
  ])('explains why the card %s is refused, and leaves the session open', async (card, text) => {
    const { stripe, checkout, post } = test
    const session = await checkout()
    const answer = await post(session.url ?? '', { card })
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain(text)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    expect((await stripe.subscriptions.list({ customer: idOf(session.customer), status: 'all' })).data).toEqual([])
    expect((await post(session.url ?? '', { card: '4242424242424242' })).status).toBe(303)
  })

  it('redirects a payer who cancels, and the session stays open', async () => {
    const { stripe, checkout, post } = test
    const session = await checkout()
    const answer = await post(session.url ?? '', { cancel: '1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost:3000/plans?canceled=true'])
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  it('pays once, however often the button is pressed', async () => {
    const { stripe, checkout, post } = test
    const session = await checkout()
    const answers = await Promise.all([1, 2, 3].map(() => post(session.url ?? '', { card: '4242424242424242' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await stripe.subscriptions.list({ customer: idOf(session.customer) })).data).toHaveLength(1)
  })

  it('refuses payment for an expired session', async () => {
    const { stripe, checkout, post, receiver } = test
    const session = await checkout()
    await stripe.checkout.sessions.expire(session.id)
    const answer = await post(session.url ?? '', { card: '4242424242424242' })
    expect([answer.status, (await answer.text()).includes('expirou')]).toEqual([410, true])
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
    await test.simulator.moveClock(0.01)
    expect(receiver.types()).toContain('checkout.session.expired')
  })

  it('starts a trial without charging', async () => {
    const { stripe, checkout, post } = test
    const session = await checkout('1mes', { subscription_data: { trial_period_days: 7 } })
    await post(session.url ?? '', { card: '4242424242424242' })
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ payment_status: 'no_payment_required', subscription: { status: 'trialing' } })
  })

  it('creates a customer for a payer without one', async () => {
    const { stripe, post } = test
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer_email: 'bia@exemplo.com',
      line_items: [{ price: 'price_prumo1mes', quantity: 1 }],
      success_url: 'http://localhost:3000/',
    })
    await post(url ?? '', { card: '4242424242424242' })
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['customer'] })).toMatchObject({ customer: { email: 'bia@exemplo.com' } })
  })
})

describe('checkout over time', () => {
  let test: TestStripe
  beforeEach(async () => (test = await startTestStripe()))
  afterEach(() => test.close())

  it('expires a session after a day', async () => {
    const { stripe, checkout, simulator, receiver } = test
    const session = await checkout()
    await simulator.moveClock(1.1)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null })
    expect(receiver.types()).toContain('checkout.session.expired')
  })

  it('settles a boleto the day after', async () => {
    const { stripe, checkout, post, simulator, receiver } = test
    const session = await checkout()
    await post(session.url ?? '', { card: 'boleto' })
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      subscription: { status: 'incomplete' },
    })
    await simulator.moveClock(1.5)
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })).toMatchObject({
      payment_status: 'paid',
      subscription: { status: 'active' },
    })
    expect(receiver.types()).toContain('checkout.session.async_payment_succeeded')
  })

  it('ends a subscription whose boleto is never paid', async () => {
    const { stripe, checkout, post, simulator, receiver } = test
    const session = await checkout()
    await post(session.url ?? '', { card: 'boleto_vencido' })
    await simulator.moveClock(4)
    expect(await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })).toMatchObject({
      payment_status: 'unpaid',
      subscription: { status: 'incomplete_expired' },
    })
    expect(receiver.types()).toContain('checkout.session.async_payment_failed')
  })
})
