import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { linkOf } from '@prumo/backend/access/email/email-links'
import { openMail } from '@prumo/backend/jobs/waiting-mails'
import { ResetLinks } from '@prumo/backend/passwords/reset-links'
import { Settings } from '@prumo/backend/platform/config/settings'
import { ServerKeys } from '@prumo/backend/platform/crypto/server-keys'
import { v4 as randomId } from 'uuid'
import type { TestApp } from './test-app.js'
import { TestAuthenticator } from './test-authenticator.js'

export const ORIGIN = 'https://app.exemplo.com.br'
export const RP = 'app.exemplo.com.br'

export type PasskeyPerson = Awaited<ReturnType<TestApp['register']>>

export const refusedIn = { status: 401, body: { code: 'UNAUTHENTICATED', error: passkeyTexts.notSignedIn } }
export const notAdded = { status: 400, body: { code: 'VALIDATION', error: passkeyTexts.notAdded } }

/** Passkeys through the API. @param app the server of the file at `ORIGIN`, which is there once its tests run */
export function passkeyHelpers(app: () => TestApp) {
  const confirm = ({ token, password }: PasskeyPerson) => app().send('POST', '/auth/confirm', { token, body: { password } })
  const creation = async ({ token }: PasskeyPerson) => (await app().send('POST', '/auth/passkeys/options', { token })).body
  const add = ({ token }: PasskeyPerson, body: unknown, headers: Record<string, string> = {}) =>
    app().send('POST', '/auth/passkeys', { token, body, headers })
  return {
    confirm,
    creation,
    add,
    list: async ({ token }: PasskeyPerson) => (await app().send('GET', '/auth/passkeys', { token })).body.passkeys,
    request: async () => (await app().send('POST', '/auth/login/passkey/options')).body,
    login: (body: unknown) => app().send('POST', '/auth/login/passkey', { body }),
    /** A device with a passkey of the person. */
    deviceOf: async (person: PasskeyPerson, name = 'Celular', counts = true) => {
      const device = new TestAuthenticator(ORIGIN, counts)
      await confirm(person)
      const { status, body } = await add(person, { ...device.create(await creation(person)), name })
      expect([status, body.passkey?.name]).toEqual([201, name])
      return { device, id: body.passkey.id as string }
    },
    eventsOf: (accountId: string) =>
      app().database.rows<{ type: string; data: string; entityId: string }>(
        { text: `select type, data::text, entity_id as "entityId" from events where account_id = $1 and entity = 'passkey' order by seq` },
        [accountId],
      ),
    /** Resets the password by a link, as it is mailed. */
    reset: async ({ accountId }: PasskeyPerson) => {
      const id = randomId()
      const text = `insert into password_resets (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`
      await app().database.rows({ text }, [id, accountId])
      const token = new URL(app().app.get(ResetLinks, { strict: false }).of(id)).hash.slice('#token='.length)
      return app().send('POST', '/auth/reset-password', { body: { token, password: 'outrasenha' } })
    },
    /** Follows the link that confirms the e-mail. */
    confirmEmail: async ({ accountId }: PasskeyPerson): Promise<void> => {
      const [link] = await app().database.rows<{ id: string }>({ text: 'select id from email_links where user_id = $1' }, [accountId])
      const token = linkOf(app().app.get(Settings, { strict: false }), link?.id ?? '').split('token=')[1]
      expect(await app().send('POST', '/auth/confirm-email', { body: { token } })).toMatchObject({ status: 204 })
    },
    /** The text of the last queued mail about the account. */
    lastMail: async ({ accountId }: PasskeyPerson): Promise<string> => {
      const [mail] = await app().database.rows<{ id: string; sealed: Buffer }>(
        { text: 'select id, sealed from waiting_mails where account_id = $1 order by id desc limit 1' },
        [accountId],
      )
      const keys = new ServerKeys(app().database, app().reading.keys)
      return (await openMail(keys, mail?.id ?? '', mail?.sealed ?? Buffer.alloc(0))).text
    },
  }
}
