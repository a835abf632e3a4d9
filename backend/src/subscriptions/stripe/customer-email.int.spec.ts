import { customerEmailHelpers } from '../../../test/test-customer-email.js'
import { startTestShop, type TestShop } from '../../../test/test-shop.js'
import { Customers } from './customers.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

const { changeEmail, emailAt, run, subscriber, waiting } = customerEmailHelpers(() => shop)

it('Stripe’s customer gets the account’s current e-mail, and the job contains none of it', async () => {
  const { person, customer } = await subscriber()
  expect(await emailAt(customer)).toBe(person.email)
  await changeEmail(person)
  const last = await changeEmail(person)
  expect(await waiting(person)).toEqual([{ subject: person.accountId }])
  expect(await run(person)).toEqual({ how: 'done' })
  expect([await emailAt(customer), await waiting(person)]).toEqual([last, []])
})

it('changes nothing for an account without a customer, or with one deleted at Stripe', async () => {
  const ana = await shop.test.register()
  await changeEmail(ana)
  expect(await run(ana)).toEqual({ how: 'done' })
  const { person, customer } = await subscriber()
  await shop.stripe.customers.del(customer)
  await changeEmail(person)
  expect(await run(person)).toEqual({ how: 'done' })
  expect(await emailAt(customer)).toBeNull()
})

it('waits for a checkout that is creating the customer with the previous e-mail', async () => {
  const person = await shop.test.register()
  const held = await new Customers(shop.test.database).hold(person.accountId)
  const email = await changeEmail(person)
  expect(await run(person)).toMatchObject({ how: 'failed' })
  const { id } = await shop.stripe.customers.create({ email: person.email, metadata: { account_id: person.accountId } })
  const customers = new Customers(shop.test.database)
  await customers.adopt(person.accountId, id, null)
  await customers.release(person.accountId, held)
  expect(await run(person)).toEqual({ how: 'done' })
  expect(await emailAt(id)).toBe(email)
})
