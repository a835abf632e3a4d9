import { join } from 'node:path'
import { Module } from '@nestjs/common'
import { Settings } from '../config/settings.js'
import { FileMailer } from './file-mailer.js'
import { Mailer } from './mailer.js'
import { SmtpMailer } from './smtp-mailer.js'

/** Mail by SMTP where a server is set, else as files in the data folder. */
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Settings],
      useFactory: ({ smtpUrl, mailFrom, dataDir }: Settings) =>
        smtpUrl === null ? new FileMailer(join(dataDir, 'mails'), mailFrom) : new SmtpMailer(smtpUrl, mailFrom),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
