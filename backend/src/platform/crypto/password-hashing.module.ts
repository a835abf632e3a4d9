import { Module } from '@nestjs/common'
import { Passwords } from './passwords.js'

/** One place for hashing passwords, so that its bound holds for the whole process. */
@Module({ providers: [Passwords], exports: [Passwords] })
export class PasswordHashingModule {}
