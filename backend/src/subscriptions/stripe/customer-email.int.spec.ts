import { randomUUID } from 'node:crypto'
import { EMAIL_LINK_MAIL, linkOf } from '../../access/email/email-links.js'
import { runOne } from '../../../test/test-queue.js'
import { Settings } from '../../platform/config/settings.js'
import { startTestShop, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { CUSTOMER_EMAIL, customerEmailWorker } from './customer-email.worker.js'
import { Customers } from './customers.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

/** Changes a person's e-mail by the mailed link. @returns the e-mail */
async function changeEmail({ token, password, accountId }: ShopPerson): Promise<string> {
  const email = `${randomUUID()}@exemplo.com`
  await shop.test.send('POST', '/auth/confirm', { token, body: { password } })
  expect((await shop.test.send('PUT', '/auth/email', { token, body: { email } })).status).toBe(202)
  const text = `select id from email_links where user_id = $1 and purpose = 'change'`
  const [link] = await shop.test.database.rows<{ id: string }>({ text }, [accountId])
  const mailed = linkOf(shop.test.app.get(Settings, { strict: false }), link?.id ?? '').split('token=')[1]
  expect((await shop.test.send('POST', '/auth/confirm-email', { body: { token: mailed } })).status).toBe(204)
  await shop.test.database.rows({ text: 'delete from outbox where kind = $1' }, [EMAIL_LINK_MAIL])
  return email
}

/** A person with a customer at Stripe. */
async function subscriber(): Promise<{ person: ShopPerson; customer: string }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '1ano')
  return { person, customer: (await new Customers(shop.test.database).customerOf(person.accountId)) ?? '' }
}

const run = ({ accountId }: ShopPerson) => runOne(customerEmailWorker, accountId, shop.test.tools())
const emailAt = async (customer: string) => {
  const found = await shop.stripe.customers.retrieve(customer)
  return found.deleted ? null : found.email
}
const waiting = ({ accountId }: ShopPerson) =>
  shop.test.database.rows({ text: 'select subject from outbox where kind = $1 and subject = $2' }, [CUSTOMER_EMAIL, accountId])

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
