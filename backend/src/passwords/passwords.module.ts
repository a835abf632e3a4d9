import { Module } from '@nestjs/common'
import { AccessRevocations as SessionsAndPasskeys } from '../access/access-revocations.js'
import { AccessModule } from '../access/access.module.js'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { AccessRevocation } from './access-revocation.js'
import { PasswordChanges } from './password-changes.js'
import { PasswordsController } from './passwords.controller.js'
import { ResetLinks } from './reset-links.js'

/** Typed here, because Nest does not check that a provider implements its token. */
const revocation = SessionsAndPasskeys satisfies abstract new (...given: never[]) => AccessRevocation

/** Changing and resetting passwords. */
@Module({
  imports: [AccessModule, PasswordHashingModule, ThrottlingModule],
  controllers: [PasswordsController],
  providers: [PasswordChanges, ResetLinks, { provide: AccessRevocation, useExisting: revocation }],
})
export class PasswordsModule {}
