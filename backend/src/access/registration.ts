import { Inject, Injectable } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import type { Registration, SessionAnswer, User as ShownUser } from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { v7 as newId } from 'uuid'
import { ExecuteCommand } from '../event-store/decider/command.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { CommandSource } from '../event-store/stream/event.js'
import type { Write } from '../event-store/stream/commit.js'
import { accountDecider, toUser } from '../identity/account.decider.js'
import type { AccountDetails } from '../identity/account.events.js'
import { Passwords } from '../platform/crypto/passwords.js'
import { Database } from '../platform/database/database.js'
import { violated } from '../platform/database/sqlstate.js'
import { AccessRecords } from '../platform/http/access-records.js'
import type { ClientInfo } from './client.js'
import { EmailLinks } from './email/email-links.js'
import { insertFirstDevice } from './known-devices.js'
import { insertFirstSession, Sessions, type NewSession } from './sessions.js'
import { emailFingerprints, graceSpentSql, toHexList } from './spent-graces.js'
import { UserEntity } from './user.entity.js'

/** The data of a new account. */
export interface AccountOpening {
  accountId: string
  source: CommandSource
  details: AccountDetails
  passwordHash: string
  /** The accepted version of the terms of use; none if the account opens without asking. */
  terms?: string
  session?: NewSession
  /** Fingerprints of the e-mail, to find out whether it has used its grace period. */
  fingerprints?: readonly Buffer[]
  /** Further writes of the same transaction. */
  alongside?: readonly Write[]
}

/**
 * The command that opens an account: its first event, the credentials and, if given, the first session, in one
 * transaction. A taken e-mail is a database error, which `emailTaken` translates.
 */
export function openAccount({
  accountId,
  source,
  details,
  passwordHash,
  terms,
  session,
  fingerprints = [],
  alongside = [],
}: AccountOpening): ExecuteCommand<OnWire<ShownUser>> {
  return ExecuteCommand.of(
    { accountId, actor: source === 'app' ? accountId : source, source },
    {
      decider: accountDecider,
      entityId: accountId,
      command: { type: 'OpenAccount' as const, details, ...(terms !== undefined && { terms }) },
      reply: toUser,
      opensAccount: true,
      alongside: [
        insertCredentials(accountId, details.email, passwordHash, fingerprints),
        ...(session ? [insertFirstSession(session)] : []),
        ...alongside,
      ],
    },
  )
}

function insertCredentials(userId: string, email: string, passwordHash: string, fingerprints: readonly Buffer[]): Write {
  return {
    name: 'append-credentials',
    // A violated constraint would write the e-mail into Postgres' log; the function fails without it.
    text: `
      insert into users (id, email, password_hash, had_grace)
      select $1::uuid, $2::text, $3::text, ${graceSpentSql('$4')}
      on conflict on constraint users_email_unique do update set email = refuse_taken_email(excluded.email)`,
    values: [userId, email, passwordHash, toHexList(fingerprints)],
  }
}

/** Translates the failure of a taken e-mail to CONFLICT; returns other failures unchanged. */
export function emailTaken(failure: unknown): unknown {
  return violated(failure) === 'users_email_unique' ? new Rejected('CONFLICT', identityTexts.emailTaken) : failure
}

@Injectable()
export class Registrations {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    @Inject(LOG_READING) private readonly reading: LogReading,
    private readonly accesses: AccessRecords,
    private readonly links: EmailLinks,
  ) {}

  /** Opens an account with its first session, and mails the link that confirms the e-mail. Rejects with CONFLICT for a taken e-mail. */
  async register({ password, ...details }: Registration, client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    // The constraint decides; this check spares the hash, and a retry of the other appends in the batch.
    if (await this.database.dataSource.getRepository(UserEntity).existsBy({ email: details.email }))
      throw new Rejected('CONFLICT', identityTexts.emailTaken)
    const accountId = newId()
    const passwordHash = await this.passwords.hash(password, client.address)
    const session = this.sessions.make(accountId, false, client)
    const fingerprints = emailFingerprints(this.reading.keys, details.email)
    const alongside = [insertFirstDevice(this.reading.keys, accountId, client), await this.links.alongside(accountId, details.email)]
    const opening = { accountId, source: 'app', details, passwordHash, terms: TERMS_VERSION, session, fingerprints, alongside } as const
    const command = openAccount(opening)
    const { reply } = await this.commands.execute(command).catch((failure: unknown) => Promise.reject(emailTaken(failure)))
    this.accesses.note({ accountId, address: client.address, kind: 'registration', outcome: 'done' })
    return { token: session.token, user: reply }
  }
}
