import { Module } from '@nestjs/common'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { ContactController } from './contact.controller.js'
import { ContactMessages } from './contact-messages.js'

/** Receives messages of the contact form and mails them. */
@Module({
  imports: [ThrottlingModule],
  controllers: [ContactController],
  providers: [ContactMessages],
})
export class ContactModule {}
