/** A mail to one person. Addresses and texts are personal data: never log them. */
export interface Mail {
  to: string
  /** The Reply-To address, if not the sender. */
  replyTo?: string
  subject: string
  text: string
  html?: string
  /** The address to which a mail program posts to end such mails, in one click (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * The mail in nodemailer's form. Addresses are objects: in a string, a comma or a bracket would add recipients.
 * @param from the sender, whose domain is that of the Message-ID @param id see `Mailer.send`
 */
export function addressed({ to, replyTo, unsubscribeUrl, ...mail }: Mail, from: string, id: string) {
  const [, domain = 'localhost'] = /@([^@\s>]+)>?\s*$/.exec(from) ?? []
  return {
    ...mail,
    from,
    to: recipient(to),
    messageId: `<${id}@${domain}>`,
    ...(replyTo !== undefined && { replyTo: recipient(replyTo) }),
    ...(unsubscribeUrl !== undefined && {
      headers: {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
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

/** Failures before the mail was transmitted. */
const BEFORE_MAIL = new Set(['EDNS', 'ETLS', 'EAUTH', 'ECONNECTION', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Thrown when a mail was not handed over. The message is a code only, because server replies quote addresses. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  /**
   * Whether the server certainly has not taken the mail and may take it later: it said so, or was not reached. False where it
   * refused the mail for good, and where the connection was lost while it had the mail.
   */
  readonly isCertain: boolean

  constructor(failure: unknown) {
    const { code, originalCode, responseCode, message } = (failure ?? {}) as Record<string, unknown>
    super([code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') || 'UNKNOWN')
    const isUnreached = [code, originalCode].some((each) => BEFORE_MAIL.has(String(each)))
    const isTemporary = Number(responseCode) >= 400 && Number(responseCode) < 500
    this.isCertain = isUnreached || isTemporary || /^(Connection timeout|Greeting never received)$/.test(String(message))
  }
}
