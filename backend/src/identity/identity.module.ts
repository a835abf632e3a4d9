import { Module } from '@nestjs/common'
import { GuestsModule } from '../guests/guests.module.js'
import { ProfileController } from './profile.controller.js'

/** The account and its profile. Sign-in belongs to `access`. */
@Module({ imports: [GuestsModule], controllers: [ProfileController] })
export class IdentityModule {}
