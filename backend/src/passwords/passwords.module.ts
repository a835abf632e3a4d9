import { Module } from '@nestjs/common'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { PasswordChanges } from './password-changes.js'
import { PasswordsController } from './passwords.controller.js'
import { ResetLinks } from './reset-links.js'

/** Passwords that people replace: knowing the old one, or by a mailed link. */
@Module({
  imports: [PasswordHashingModule, ThrottlingModule],
  controllers: [PasswordsController],
  providers: [PasswordChanges, ResetLinks],
})
export class PasswordsModule {}
