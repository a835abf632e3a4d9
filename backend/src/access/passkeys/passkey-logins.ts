import { Injectable } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import type { SessionAnswer } from '@prumo/shared/identity'
import type { OnWire } from '@prumo/shared/money-fields'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { PasskeyLogin } from '@prumo/shared/passkeys'
import { Rejected } from '@prumo/shared/rejections'
import { FindUser } from '../../identity/account-profile.projection.js'
import { AccessRecords } from '../../platform/http/access-records.js'
import type { ClientInfo } from '../client.js'
import { SessionStarts } from '../session-starts.js'
import { Sessions } from '../sessions.js'
import { PasskeyAssertions } from './passkey-assertions.js'

@Injectable()
export class PasskeyLogins {
  constructor(
    private readonly questions: QueryBus,
    private readonly assertions: PasskeyAssertions,
    private readonly sessions: Sessions,
    private readonly starts: SessionStarts,
    private readonly accesses: AccessRecords,
  ) {}

  /** Starts a session. Rejects with UNAUTHENTICATED for any invalid assertion. */
  async login({ rememberMe, ...assertion }: PasskeyLogin, client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    const use = await this.assertions.judge(assertion, null)
    if (!use) throw new Rejected('UNAUTHENTICATED', passkeyTexts.notSignedIn)
    const session = this.sessions.make(use.accountId, rememberMe, client)
    const isStarted = await this.starts.beginByPasskey(session, use)
    this.accesses.note({
      accountId: use.accountId,
      address: client.address,
      kind: 'passkey-login',
      outcome: isStarted ? 'done' : 'refused',
    })
    if (!isStarted) throw new Rejected('UNAUTHENTICATED', passkeyTexts.notSignedIn)
    const { answer: user } = await this.questions.execute(new FindUser(use.accountId))
    return { token: session.token, user }
  }
}
