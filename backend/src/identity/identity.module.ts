import { Module } from '@nestjs/common'
import { ProfileController } from './profile.controller.js'

/** The account and its profile. Sign-in belongs to `access`. */
@Module({ controllers: [ProfileController] })
export class IdentityModule {}
