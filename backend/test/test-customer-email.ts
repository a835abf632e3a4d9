import { randomUUID } from 'node:crypto'
import { EMAIL_LINK_MAIL, linkOf } from '@prumo/backend/access/email/email-links'
import { Settings } from '@prumo/backend/platform/config/settings'
import { CUSTOMER_EMAIL, customerEmailWorker } from '@prumo/backend/subscriptions/stripe/customer-email.worker'
import { Customers } from '@prumo/backend/subscriptions/stripe/customers'
import { runOne } from './test-queue.js'
import type { ShopPerson, TestShop } from './test-shop.js'

/** E-mails of Stripe's customers. @param shop that of the file, which is there once its tests run */
export function customerEmailHelpers(shop: () => TestShop) {
  return {
    /** Changes a person's e-mail by the mailed link. @returns the e-mail */
    changeEmail: async ({ token, password, accountId }: ShopPerson): Promise<string> => {
      const email = `${randomUUID()}@exemplo.com`
      const { send, database, app } = shop().test
      await send('POST', '/auth/confirm', { token, body: { password } })
      expect((await send('PUT', '/auth/email', { token, body: { email } })).status).toBe(202)
      const text = `select id from email_links where user_id = $1 and purpose = 'change'`
      const [link] = await database.rows<{ id: string }>({ text }, [accountId])
      const mailed = linkOf(app.get(Settings, { strict: false }), link?.id ?? '').split('token=')[1]
      expect((await send('POST', '/auth/confirm-email', { body: { token: mailed } })).status).toBe(204)
      await database.rows({ text: 'delete from outbox where kind = $1' }, [EMAIL_LINK_MAIL])
      return email
    },
    /** A person with a customer at Stripe. */
    subscriber: async (): Promise<{ person: ShopPerson; customer: string }> => {
      const person = await shop().test.register()
      await shop().subscribe(person, '1ano')
      return { person, customer: (await new Customers(shop().test.database).customerOf(person.accountId)) ?? '' }
    },
    run: ({ accountId }: ShopPerson) => runOne(customerEmailWorker, accountId, shop().test.tools()),
    emailAt: async (customer: string): Promise<string | null> => {
      const found = await shop().stripe.customers.retrieve(customer)
      return found.deleted ? null : found.email
    },
    waiting: ({ accountId }: ShopPerson) =>
      shop().test.database.rows({ text: 'select subject from outbox where kind = $1 and subject = $2' }, [CUSTOMER_EMAIL, accountId]),
  }
}
