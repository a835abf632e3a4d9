/** A mail to one person. Addresses and texts are personal data: never log them. */
export interface Mail {
  to: string
  /** The Reply-To address, if not the sender. */
  replyTo?: string
  subject: string
  text: string
  html?: string
}

/**
 * The mail in nodemailer's form. Addresses are objects: in a string, a comma or a bracket would add recipients.
 * @param from the sender, whose domain is that of the Message-ID @param id see `Mailer.send`
 */
export function addressed({ to, replyTo, ...mail }: Mail, from: string, id: string) {
  const [, domain = 'localhost'] = /@([^@\s>]+)>?\s*$/.exec(from) ?? []
  return {
    ...mail,
    from,
    to: recipient(to),
    messageId: `<${id}@${domain}>`,
    ...(replyTo !== undefined && { replyTo: recipient(replyTo) }),
  }
}

function recipient(address: string): { name: string; address: string } {
  return { name: '', address }
}

/** Sends mail. */
export abstract class Mailer {
  /**
   * Resolves once the mail is handed over. Throws MailNotSent.
   * @param id of the job: a retry has the same Message-ID (RFC 5322, 3.6.4), by which mail servers and programs recognise
   *   duplicates
   */
  abstract send(mail: Mail, id: string): Promise<void>
}

/** Thrown when a mail was not handed over. The message is a code only, because server replies quote addresses. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'

  constructor(failure: unknown) {
    const { code, responseCode } = (failure ?? {}) as { code?: unknown; responseCode?: unknown }
    super([code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'UNKNOWN')
  }
}
