import { Module } from '@nestjs/common'
import { Passwords } from './passwords.js'

/** A single provider, so that the bound on concurrent hashing applies to the whole process. */
@Module({ providers: [Passwords], exports: [Passwords] })
export class PasswordHashingModule {}
