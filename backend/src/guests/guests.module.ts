import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { GrantsController } from './grants.controller.js'
import { AccountGrants } from './grants.js'
import { GuestVisits } from './guest-visits.js'
import { GuestsController } from './guests.controller.js'

/** The access of others, such as an accountant: they look into an account by a grant of its owner, and change nothing. */
@Module({
  imports: [AccessModule, ThrottlingModule],
  controllers: [GrantsController, GuestsController],
  providers: [AccountGrants, GuestVisits],
  exports: [GuestVisits],
})
export class GuestsModule {}
