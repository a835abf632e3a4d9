import { z } from 'zod'
import { contactSubjects, contactTexts, type ContactSubject } from './contact-rules.js'
import { isEmail, normaliseEmail } from './email.js'
import { text } from './fields.js'
import { MAX_EMAIL, MAX_MESSAGE, MAX_NAME } from './limits.js'

/**
 * A message from the contact form, in the body format of the e-mail provider that the page could also post to. The
 * provider's ids and other fields are ignored.
 */
export const contactRequest = z.object({
  template_params: z.object(
    {
      from_name: text({ max: MAX_NAME, missing: contactTexts.nameMissing }),
      from_email: z
        .string({ error: contactTexts.emailMissing })
        .transform(normaliseEmail)
        .superRefine((value, context) => {
          const message = value === '' ? contactTexts.emailMissing : isEmail(value) ? null : contactTexts.emailInvalid
          if (message) context.addIssue({ code: 'custom', message })
        })
        .meta({ format: 'email', maxLength: MAX_EMAIL }),
      subject: z.enum(Object.keys(contactSubjects) as [ContactSubject, ...ContactSubject[]], { error: contactTexts.subjectMissing }),
      message: text({ max: MAX_MESSAGE, missing: contactTexts.messageMissing }),
      // Honeypot: hidden from people, so only bots fill it.
      website: z.string().max(MAX_MESSAGE).optional(),
    },
    { error: contactTexts.nameMissing },
  ),
})
export type ContactRequest = z.output<typeof contactRequest>

/** Answer to an accepted message: plain text, as the provider answers. */
export const contactAnswer = z.literal('OK')
