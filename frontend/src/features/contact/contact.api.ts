import type { ContactSubject } from '@prumo/shared/contact-rules'
import { normaliseText } from '@prumo/shared/text-form'

/** The contact message, in the request format of an e-mail provider, to which it may be sent directly. */

export interface ContactFormMessage {
  name: string
  email: string
  subject: ContactSubject
  message: string
  /** The honeypot: empty when a person sends the form. */
  website: string
}

const OWN_PATH = '/api/v1.0/email/send'
const TIMEOUT_MS = 20_000

/**
 * The URL for messages, from a meta tag that the server fills in. A provider's URL has the account's ids as parameters,
 * which are sent in the body.
 */
function contactUrl(): URL {
  const configured = document.querySelector('meta[name="contact-url"]')?.getAttribute('content') ?? ''
  // The development server leaves the placeholder in the tag.
  const isConfigured = configured !== '' && !configured.includes('.invalid')
  return new URL(isConfigured ? configured : OWN_PATH, window.location.href)
}

/** Throws when the message is not accepted or times out. */
export async function sendMessage({ name, email, subject, message, website }: ContactFormMessage): Promise<void> {
  const { origin, pathname, searchParams } = contactUrl()
  const id = (kind: string) => searchParams.get(kind) ?? 'prumo'
  const response = await fetch(origin + pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      service_id: id('service_id'),
      template_id: id('template_id'),
      user_id: id('user_id'),
      template_params: {
        from_name: normaliseText(name),
        from_email: email.trim(),
        subject,
        message: normaliseText(message),
        ...(website && { website }),
      },
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
}
