import { randomUUID } from 'node:crypto'
import { EMAIL_LINK_MAIL, linkOf } from '../../access/email/email-links.js'
import { runOne } from '../../../test/test-queue.js'
import { Settings } from '../../platform/config/settings.js'
import { startTestShop, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { CUSTOMER_EMAIL, customerEmailWorker } from './customer-email.worker.js'
import { Customers } from './customers.js'
import { openMortal } from '../../../test/test-mortal.js'

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

it('a worker that dies at any wait leaves the job to the next one', async () => {
  const places: string[] = []
  for (let at = 0; ; at++) {
    const { person, customer } = await subscriber()
    const email = await changeEmail(person)
    const mortal = await openMortal(shop, at)
    await runOne(customerEmailWorker, person.accountId, mortal.tools).catch(() => undefined)
    await mortal.close()
    if (mortal.diedAt !== null) expect(await run(person)).toEqual({ how: 'done' })
    expect([at, await emailAt(customer), await waiting(person)]).toEqual([at, email, []])
    if (mortal.diedAt === null) break
    places.push(mortal.diedAt)
  }
  const passed = places.join()
  for (const wait of ['claim-jobs', 'find-customer-email', '/v1/customers/:id']) expect(passed).toContain(wait)
}, 200_000)
