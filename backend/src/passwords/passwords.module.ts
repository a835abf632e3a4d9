import { Module } from '@nestjs/common'
import { AccessEnding as SessionsAndPasskeys } from '../access/access-ending.js'
import { AccessModule } from '../access/access.module.js'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { AccessEnding } from './access-ending.js'
import { PasswordChanges } from './password-changes.js'
import { PasswordsController } from './passwords.controller.js'
import { ResetLinks } from './reset-links.js'

/** Passwords that people replace: knowing the old one, or by a mailed link. */
@Module({
  imports: [AccessModule, PasswordHashingModule, ThrottlingModule],
  controllers: [PasswordsController],
  providers: [PasswordChanges, ResetLinks, { provide: AccessEnding, useExisting: SessionsAndPasskeys }],
})
export class PasswordsModule {}
