import { CONTACT_EMAIL } from '@prumo/shared/contact-rules'
import type { Digest } from '@prumo/shared/digest'
import type { PushMessage } from '@prumo/shared/reminders'
import type { Settings } from '../platform/config/settings.js'
import { MAX_PUSH_BYTES } from '../platform/push/push-encryption.js'
import { PushSender, type PushOutcome, type PushSubscriptionData } from '../platform/push/push-sender.js'

/** Until when a service keeps a digest for a device that is offline: it is of its day. */
const TTL_SECONDS = 12 * 3_600

const senders = new WeakMap<Settings, PushSender>()

function senderOf(settings: Settings): PushSender {
  const known = senders.get(settings) ?? new PushSender(settings, `mailto:${CONTACT_EMAIL}`)
  senders.set(settings, known)
  return known
}

/** The message in the form that a browser can show by itself. @param lines none for its short form */
export function pushMessageOf(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { title, path, tag }: Omit<Digest, 'lines'>,
  lines: readonly string[],
): Buffer {
  const message: PushMessage = {
    web_push: 8030,
    notification: { title, body: lines.join('\n'), navigate: `${publicUrl}${path}`, tag, lang: 'pt-BR' },
  }
  return Buffer.from(JSON.stringify(message))
}

/** Sends a digest to a device; in its short form where the service finds it too large. */
export async function pushDigest(
  settings: Settings,
  subscription: PushSubscriptionData,
  digest: Digest,
  now: number,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const options = { topic: digest.tag, ttl: TTL_SECONDS, now, signal }
  const send = (message: Buffer) => senderOf(settings).send(subscription, message, options)
  const message = pushMessageOf(settings, digest, digest.lines)
  const outcome = message.length > MAX_PUSH_BYTES ? ({ how: 'too large' } as const) : await send(message)
  return outcome.how === 'too large' ? send(pushMessageOf(settings, digest, [])) : outcome
}
