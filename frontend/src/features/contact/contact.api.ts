import type { ContactSubject } from '@prumo/shared/contact-rules'
import { normaliseText } from '@prumo/shared/text-form'

/** The one call that may go to another server: an e-mail provider, whose request this is. */

export interface ContactFormMessage {
  name: string
  email: string
  subject: ContactSubject
  message: string
  /** What no person fills in. */
  website: string
}

const OWN = '/api/v1.0/email/send'
const TIMEOUT_MS = 20_000

/**
 * Where messages go is written into the page by the server. A provider's address carries the ids of its account as
 * parameters, which are sent as the provider asks for them.
 */
function target(): URL {
  const written = document.querySelector('meta[name="contact-url"]')?.getAttribute('content') ?? ''
  // Without the server, as while developing, nothing was written over what stands for it.
  const isSet = written !== '' && !written.includes('.invalid')
  return new URL(isSet ? written : OWN, window.location.href)
}

/** Throws when the message was not taken. */
export async function sendMessage({ name, email, subject, message, website }: ContactFormMessage): Promise<void> {
  const { origin, pathname, searchParams } = target()
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
