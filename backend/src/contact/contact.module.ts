import { Module } from '@nestjs/common'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { ContactController } from './contact.controller.js'
import { ContactMessages } from './contact-messages.js'

/** Messages from the contact form, on their way to a mailbox. */
@Module({
  imports: [ThrottlingModule],
  controllers: [ContactController],
  providers: [ContactMessages],
})
export class ContactModule {}
