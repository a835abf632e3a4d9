/** A mail to one person. Addresses and texts are personal: they go into the mail and nowhere else, logs least of all. */
export interface Mail {
  to: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string
  subject: string
  text: string
  html?: string
}

/**
 * The mail as a transport takes it. Addresses are objects: in a text, a comma or a bracket would make other recipients of them.
 * @param from the sender, in whose domain the Message-ID is @param id see `Mailer.send`
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

/** The way out for mail. */
export abstract class Mailer {
  /**
   * Resolves once the mail is handed over. Throws MailNotSent.
   * @param id of the job: a retry of a mail that was handed over before has the same Message-ID (RFC 5322, 3.6.4), by which a
   * mail server or program recognises it
   */
  abstract send(mail: Mail, id: string): Promise<void>
}

/** A mail that was not handed over. It says why by a code alone, because what servers answer quotes addresses. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'

  constructor(failure: unknown) {
    const { code, responseCode } = (failure ?? {}) as { code?: unknown; responseCode?: unknown }
    super([code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'UNKNOWN')
  }
}
