import type { Digest } from '@prumo/shared/digest'
import { mailFooter, testMessage } from '@prumo/shared/digest-texts'
import type { Settings } from '../platform/config/settings.js'
import { LinkTokens } from '../platform/crypto/link-tokens.js'
import type { Mail } from '../platform/mail/mailer.js'

/** The settings that mails of reminders depend on. */
export type ReminderMailSettings = Pick<Settings, 'jwtSecrets' | 'publicUrl'>

/** Tokens of the addresses that end the mails of an account. They do not expire: a mail may be read years later. */
export function unsubscribeTokens({ jwtSecrets }: Pick<Settings, 'jwtSecrets'>): LinkTokens {
  return new LinkTokens(jwtSecrets, 'prumo-reminders-unsubscribe')
}

export function digestMail(
  settings: ReminderMailSettings,
  accountId: string,
  to: string,
  digest: Pick<Digest, 'title' | 'lines' | 'path'>,
): Mail {
  const { publicUrl } = settings
  const text = `${[`${digest.title}.`, ...digest.lines].join('\n\n')}

Abra no Prumo: ${publicUrl}${digest.path}

${mailFooter(`${publicUrl}${testMessage.path}`)}

Prumo
`
  const unsubscribeUrl = `${publicUrl}/api/reminders/unsubscribe/${unsubscribeTokens(settings).of(accountId)}`
  return { to, subject: digest.title, text, unsubscribeUrl }
}

export function testMail(settings: ReminderMailSettings, accountId: string, to: string): Mail {
  return digestMail(settings, accountId, to, { title: testMessage.title, lines: [testMessage.body], path: '/dashboard' })
}
