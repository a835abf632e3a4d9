import { createTransport } from 'nodemailer'
import { addressed, Mailer, MailNotSent, type Mail } from './mailer.js'

/** Sends mail to an SMTP server. */
export class SmtpMailer extends Mailer {
  readonly #transport
  readonly #from: string

  /** @param url such as `smtp://user:password@host:587` @param from the sender, such as `Prumo <ola@exemplo.com.br>` */
  constructor(url: string, from: string) {
    super()
    this.#from = from
    this.#transport = createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  async send(mail: Mail, id: string): Promise<void> {
    try {
      await this.#transport.sendMail(addressed(mail, this.#from, id))
    } catch (failure) {
      throw new MailNotSent(failure)
    }
  }
}
