import { Injectable } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import type { Credentials, SessionAnswer } from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { FindUser } from '../identity/account-profile.projection.js'
import { Passwords } from '../platform/crypto/passwords.js'
import { Database } from '../platform/database/database.js'
import { AccessRecords } from '../platform/http/access-records.js'
import type { ClientInfo } from './client.js'
import { SessionStarts } from './session-starts.js'
import { Sessions } from './sessions.js'
import { UserEntity } from './user.entity.js'

@Injectable()
export class Logins {
  constructor(
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly starts: SessionStarts,
    private readonly accesses: AccessRecords,
  ) {}

  /** Starts a session. Rejects with UNAUTHENTICATED for a wrong pair, after the same time for known and unknown e-mails. */
  async login({ email, password, rememberMe }: Credentials, client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    const known = await this.database.dataSource.getRepository(UserEntity).findOneBy({ email })
    const matches = await this.passwords.matches(known?.passwordHash, password, client.address)
    const session = known && matches ? this.sessions.make(known.id, rememberMe, client) : null
    const isStarted = known && session && (await this.starts.begin(session, known.passwordHash))
    if (known) this.accesses.note({ accountId: known.id, address: client.address, kind: 'login', outcome: isStarted ? 'done' : 'refused' })
    if (!known || !session || !isStarted) throw new Rejected('UNAUTHENTICATED', identityTexts.wrongCredentials)
    const { answer: user } = await this.questions.execute(new FindUser(known.id))
    return { token: session.token, user }
  }
}
