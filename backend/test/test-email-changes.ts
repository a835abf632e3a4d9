import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { Mailer, MailNotSent, type Mail } from '@prumo/backend/platform/mail/mailer'
import { EMAIL_LINK_MAIL } from '@prumo/backend/access/email/email-links'
import { v4 as randomId } from 'uuid'
import type { TestApp } from './test-app.js'
import { until } from './test-queue.js'

/** The subject of the mail that confirms a new address. */
export const CHANGE = 'Confirme seu novo email no Prumo'

/** A mail server that can fail. */
export class FailingMailer extends Mailer {
  readonly sent: Mail[] = []
  isDown = false

  async send(mail: Mail): Promise<void> {
    if (this.isDown) throw new MailNotSent({ code: 'ECONNECTION' })
    this.sent.push(mail)
  }

  /** The mails to an address, by subject and in alphabetical order, because mails of two kinds may overtake each other. */
  to(email: string): string[] {
    return this.sent
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject)
      .sort()
  }
}

/** An address that no account has. */
export const newAddress = () => `${randomId()}@exemplo.com`

/**
 * Helpers that change e-mails through the API.
 * @param app returns the server of the file once its tests run; its public address is https://app.exemplo.com.br
 * @param ana returns the person whom a helper uses unless it is given another
 * @param mailer receives the mails of the server
 */
export function emailHelpers(app: () => TestApp, ana: () => Awaited<ReturnType<TestApp['register']>>, mailer: FailingMailer) {
  const waitForMails = () =>
    until(
      async () =>
        (await app().database.rows({ text: `select 1 from outbox where kind in ('${EMAIL_LINK_MAIL}', 'waiting-mail')` })).length === 0,
    )
  const putEmail = (email: unknown, token = ana().token) => app().send('PUT', '/auth/email', { token, body: { email } })
  return {
    waitForMails,
    putEmail,
    login: (email: string, password = ana().password) => app().send('POST', '/auth/login', { body: { email, password } }),
    userOf: async (token: string) => (await app().send('GET', '/auth/verify', { token })).body.user,
    confirm: (token: unknown) => app().send('POST', '/auth/confirm-email', { body: { token } }),
    linksOf: (accountId = ana().accountId) =>
      app().database.rows<{ id: string; purpose: string; address: Buffer }>(
        { text: 'select id, purpose, address from email_links where user_id = $1 order by purpose' },
        [accountId],
      ),
    eventsOf: async (accountId = ana().accountId) => {
      const text = 'select type from events where account_id = $1 order by seq'
      return (await app().database.rows<{ type: string }>({ text }, [accountId])).map(({ type }) => type)
    },
    verifyLog: async (accountId = ana().accountId) => (await verifyAccount(app().database, app().reading, accountId)).problem,
    /** The token in the newest mail to an address, once it was sent. */
    tokenTo: async (email: string): Promise<string> => {
      await waitForMails()
      const texts = mailer.sent.filter(({ to, text }) => to === email && text.includes('/confirm-email#')).map(({ text }) => text)
      return /https:\/\/app\.exemplo\.com\.br\/confirm-email#token=(\S+)/.exec(texts.at(-1) ?? '')?.[1] ?? ''
    },
    /** Requests another address after confirming the identity. @returns the address */
    requestChange: async (person = ana(), email = newAddress()): Promise<string> => {
      await app().send('POST', '/auth/confirm', { token: person.token, body: { password: person.password } })
      expect(await putEmail(email, person.token)).toMatchObject({ status: 202, body: {} })
      return email
    },
  }
}
