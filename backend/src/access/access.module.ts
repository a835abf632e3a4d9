import { Module, type OnModuleInit } from '@nestjs/common'
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { asRejection, sendRejection } from '../platform/http/error.filter.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { AccessController } from './access.controller.js'
import { AccessRevocations } from './access-revocations.js'
import { AuthGuard } from './auth.guard.js'
import { Confirmations } from './confirmations.js'
import { EmailChanges } from './email/email-changes.js'
import { EmailController } from './email/email.controller.js'
import { EmailLinks } from './email/email-links.js'
import { Logins } from './login.js'
import { PasskeyAssertions } from './passkeys/passkey-assertions.js'
import { PasskeyChallenges } from './passkeys/passkey-challenges.js'
import { PasskeyLogins } from './passkeys/passkey-logins.js'
import { Passkeys } from './passkeys/passkeys.js'
import { PasskeysController } from './passkeys/passkeys.controller.js'
import { RelyingParty } from './passkeys/relying-party.js'
import { Registrations } from './registration.js'
import { SessionTokens } from './session-tokens.js'
import { SessionList } from './session-list.js'
import { SessionStarts } from './session-starts.js'
import { SessionsController } from './sessions.controller.js'
import { Sessions } from './sessions.js'

/** Registration, login and sessions. The guard of this module protects every route. */
@Module({
  imports: [PasswordHashingModule, ThrottlingModule],
  controllers: [AccessController, SessionsController, PasskeysController, EmailController],
  providers: [
    SessionTokens,
    Sessions,
    SessionStarts,
    SessionList,
    Registrations,
    Logins,
    Confirmations,
    RelyingParty,
    PasskeyChallenges,
    PasskeyAssertions,
    PasskeyLogins,
    Passkeys,
    EmailLinks,
    EmailChanges,
    AccessRevocations,
    AuthGuard,
    { provide: APP_GUARD, useExisting: AuthGuard },
  ],
  exports: [Sessions, AccessRevocations],
})
export class AccessModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly guard: AuthGuard,
  ) {}

  /** Authenticates a request that may have a large body before its body is read. */
  onModuleInit(): void {
    const server = this.http.httpAdapter.getInstance<FastifyInstance>()
    server.addHook('onRequest', async (request, reply) => {
      const { bodyLimit, declares = [] } = request.routeOptions.config ?? {}
      if (bodyLimit === undefined) return
      await this.guard.admit(request, (mark) => declares.includes(mark)).catch((error: unknown) => sendRejection(reply, asRejection(error)))
    })
  }
}
