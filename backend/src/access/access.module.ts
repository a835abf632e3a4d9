import { createSecretKey } from 'node:crypto'
import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { JwtModule } from '@nestjs/jwt'
import { Settings } from '../platform/config/settings.js'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { AccessController } from './access.controller.js'
import { AuthGuard } from './auth.guard.js'
import { Logins } from './login.js'
import { Registrations } from './registration.js'
import { Sessions } from './sessions.js'

/** How people get in: registration, login, sessions. Every route of the program asks this module's guard. */
@Module({
  imports: [
    PasswordHashingModule,
    ThrottlingModule,
    JwtModule.registerAsync({
      inject: [Settings],
      useFactory({ jwtSecret }: Settings) {
        // With a text, each verification would first try to read it as a public key, which costs more than all the rest.
        const key = createSecretKey(Buffer.from(jwtSecret))
        return {
          secretOrKeyProvider: () => key,
          signOptions: { algorithm: 'HS256' as const },
          verifyOptions: { algorithms: ['HS256' as const] },
        }
      },
    }),
  ],
  controllers: [AccessController],
  providers: [Sessions, Registrations, Logins, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class AccessModule {}
