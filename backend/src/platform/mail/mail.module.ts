import { join } from 'node:path'
import { Module } from '@nestjs/common'
import { Settings } from '../config/settings.js'
import { FileMailer } from './file-mailer.js'
import { Mailer } from './mailer.js'
import { SmtpMailer } from './smtp-mailer.js'

/** Sends mail by SMTP if configured, else stores it in the data folder. */
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
