import { Inject, Injectable } from '@nestjs/common'
import type { PoolClient } from 'pg'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { WaitingMails } from '../jobs/waiting-mails.js'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { noteDevice, type DeviceLogin } from './known-devices.js'
import { newDeviceMail } from './new-device-mail.js'
import { passkeyUseSql, type NewSession, type PasskeyUse } from './sessions.js'

/** The largest number of open sessions an account. */
const MAX_LIVE = 20

const HOLD_PERSON = {
  name: 'hold-person',
  // The lock serialises with a replacement of the password: a session under the old password cannot survive the end of
  // all sessions. It also serialises concurrent logins, so that the limit counts both.
  text: `
    select email from users where id = $1 and password_hash = $2 for no key update`,
}

const HOLD_PERSON_OF_PASSKEY = {
  name: 'hold-person-of-passkey',
  text: `
    with person as materialized (
      select id, email from users where id = $1 for no key update
    ), used as (${passkeyUseSql('(select id from person)', '$2', '$3')})
    select p.email from person p join used u on u.id = p.id`,
}

const BEGIN = {
  name: 'begin-session',
  text: 'insert into sessions (user_id, id, expires_at, device, address, last_seen_at) values ($1, $2, $3, $4, $5, now())',
}

const END_OLDEST = {
  name: 'end-oldest-sessions',
  text: `
    delete from sessions where user_id = $1 and id = any(array(
      select id from sessions where user_id = $1 and grant_id is null and expires_at > now()
      order by created_at desc, id desc offset ${MAX_LIVE}))`,
}

/** Starts sessions: ends the oldest above the limit, and mails a notice about a new device. */
@Injectable()
export class SessionStarts {
  constructor(
    private readonly database: Database,
    private readonly mails: WaitingMails,
    private readonly settings: Settings,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /** Stores a session if the password hash is still the account's; false if it is not. */
  begin(session: NewSession, passwordHash: string): Promise<boolean> {
    return this.#startBy({ ...HOLD_PERSON, values: [session.userId, passwordHash] }, session)
  }

  /** Stores a session if the passkey's use is still valid; false if it is not. */
  beginByPasskey(session: NewSession, { accountId, passkeyId, counter }: PasskeyUse): Promise<boolean> {
    return this.#startBy({ ...HOLD_PERSON_OF_PASSKEY, values: [accountId, passkeyId, counter] }, session)
  }

  /** The statement locks the person and returns the e-mail; without a row no session starts. */
  async #startBy(statement: { name: string; text: string; values: unknown[] }, session: NewSession): Promise<boolean> {
    const { userId, id, expiresAt, client: from } = session
    const isStarted = await this.database.transaction(async (client) => {
      const [person] = (await client.query<{ email: string }>(statement)).rows
      if (!person) return false
      await client.query({ ...BEGIN, values: [userId, id, expiresAt, from.device, from.address] })
      await client.query({ ...END_OLDEST, values: [userId] })
      await this.#mailAboutNewDevice(client, { userId, email: person.email, client: from })
      return true
    })
    if (isStarted) this.mails.notifyWorkers()
    return isStarted
  }

  async #mailAboutNewDevice(client: PoolClient, signedIn: DeviceLogin): Promise<void> {
    if (!(await noteDevice(client, this.reading.keys, signedIn))) return
    const mail = newDeviceMail(signedIn, this.database.clock.now(), this.settings.publicUrl)
    await client.query(await this.mails.statement(signedIn.userId, mail))
  }
}
