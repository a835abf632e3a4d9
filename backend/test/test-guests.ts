import type { GuestEntry } from '@prumo/shared/guests'
import type { FailingMailer } from './test-email-changes.js'
import type { TestApp } from './test-app.js'
import { until } from './test-queue.js'

/** Someone who registered. */
export type Registered = Awaited<ReturnType<TestApp['register']>>

/** Helpers for the access of others. @param app returns the server of the file once its tests run @param mailer receives its mails */
export function guestHelpers(app: () => TestApp, mailer: FailingMailer) {
  const waitForMails = () =>
    until(async () => (await app().database.rows({ text: `select 1 from outbox where kind = 'guest-link-mail'` })).length === 0)
  /** The tokens of all links mailed to an address, oldest first. */
  const tokensTo = async (email: string): Promise<string[]> => {
    await waitForMails()
    return mailer.sent.flatMap(({ to, text }) => (to === email ? [/\/convite#(\S+)/.exec(text)?.[1] ?? ''] : []))
  }
  const invite = async (owner: Registered, body: Record<string, unknown>) => {
    await app().confirm(owner.token, owner.password)
    return app().send('POST', '/access', { token: owner.token, body: { name: 'Ana Ribeiro', ...body } })
  }
  const enter = (token: unknown) => app().send('POST', '/guest/enter', { body: { token } })
  return {
    waitForMails,
    tokensTo,
    invite,
    enter,
    look: (token: unknown) => app().send('POST', '/guest/look', { body: { token } }),
    askForLink: (email: string) => app().send('POST', '/guest/link', { body: { email } }),
    grantsOf: async (owner: Registered) => (await app().send('GET', '/access', { token: owner.token })).body.grants,
    /** Invites a guest, who enters. */
    enterAccountOf: async (owner: Registered, email: string, lastDay: string | null = null): Promise<GuestEntry & { grantId: string }> => {
      const { status, body } = await invite(owner, { email, until: lastDay })
      expect(status).toBe(201)
      const answer = await enter((await tokensTo(email)).at(-1))
      expect(answer.status).toBe(200)
      return { ...(answer.body as GuestEntry), grantId: body.grant.id }
    },
  }
}
