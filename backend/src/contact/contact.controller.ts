import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { contactAnswer, contactRequest, type ContactRequest } from '@prumo/shared/contact'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { Public } from '../platform/http/caller.js'
import { LimitAttempts } from '../platform/throttling/attempts.js'
import { ContactMessages } from './contact-messages.js'

@ApiTags('contact')
@Controller('v1.0/email')
export class ContactController {
  constructor(private readonly messages: ContactMessages) {}

  @Public()
  @Post('send')
  @HttpCode(200)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @LimitAttempts({ minutes: 60, address: 5 })
  @Answers(200, contactAnswer)
  @Refuses(400)
  async send(@Body({ schema: contactRequest }) { template_params: { website, ...message } }: ContactRequest): Promise<'OK'> {
    // A bot gets the answer of a success, so that it does not try another way.
    if (!website) await this.messages.enqueue(message)
    return 'OK'
  }
}
