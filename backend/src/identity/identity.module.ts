import { Module } from '@nestjs/common'
import { ProfileController } from './profile.controller.js'

/** Who a person is: the account and its profile. How they get in is another module's. */
@Module({ controllers: [ProfileController] })
export class IdentityModule {}
