import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Settings } from '../config/settings.js'
import { encryptPush, type SubscriptionKeys } from './push-encryption.js'
import { isPublicAddress, PushServices } from './push-services.js'
import { vapidAuthorization } from './vapid.js'

/** A browser's push subscription: where its messages go, and how they are encrypted. A secret. */
export interface PushSubscriptionData {
  endpoint: string
  keys: SubscriptionKeys
}

/** The outcome of a push, as its service answered. */
export type PushOutcome =
  | { how: 'delivered' }
  /** The subscription has ended. */
  | { how: 'gone' }
  | { how: 'too large' }
  /** The service is busy or silent. `retryAfterMs` is null where it does not say when to come back. */
  | { how: 'busy'; retryAfterMs: number | null }
  /** Another refusal, or an address to which nothing may be sent: a retry would end alike. */
  | { how: 'refused' }

/** What a service does with a message. */
export interface PushOptions {
  /** Replaces an undelivered message with the same name; at most 32 characters of base64url. */
  topic: string
  /** Seconds that the service keeps it for a device that is offline. */
  ttl: number
  /** The current time in milliseconds since 1970. */
  now: number
  signal: AbortSignal
}

const TIMEOUT_MS = 10_000
/** A date too far ahead counts as this. */
const MAX_RETRY_MS = 24 * 3_600_000

/** Thrown while connecting when a name resolves to no public address. */
class PrivateAddress extends Error {}

/** Sends messages to push services. */
export class PushSender {
  readonly #services: PushServices

  /** @param subject a `mailto:` address of the operator, for the services @param timeoutMs until a silent service counts as busy */
  constructor(
    private readonly settings: Pick<Settings, 'vapid' | 'pushServices'>,
    private readonly subject: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.#services = new PushServices(settings.pushServices)
  }

  /** Encrypts and sends a message. Never throws for what a service does; throws the signal's reason when it is aborted. */
  async send({ endpoint, keys }: PushSubscriptionData, message: Buffer, options: PushOptions): Promise<PushOutcome> {
    options.signal.throwIfAborted()
    const { vapid } = this.settings
    if (!vapid || !this.#services.accepts(endpoint)) return { how: 'refused' }
    let body: Buffer
    try {
      body = encryptPush(message, keys)
    } catch (failure) {
      return { how: failure instanceof RangeError ? 'too large' : 'refused' }
    }
    const headers = {
      Authorization: vapidAuthorization(vapid, endpoint, this.subject, options.now),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      'Content-Length': body.length,
      TTL: options.ttl,
      Topic: options.topic,
      Urgency: 'normal',
    }
    try {
      const { status, retryAfter } = await this.#post(endpoint, { method: 'POST', headers }, body, options.signal)
      return outcomeOf(status, retryAfter, options.now)
    } catch (failure) {
      options.signal.throwIfAborted()
      return failure instanceof PrivateAddress ? { how: 'refused' } : { how: 'busy', retryAfterMs: null }
    }
  }

  /** Follows no redirect, and reads nothing of the answer's body. */
  #post(endpoint: string, options: RequestOptions, body: Buffer, signal: AbortSignal): Promise<PushServiceAnswer> {
    const isLocal = this.#services.isLocal(endpoint)
    return new Promise((resolvePost, reject) => {
      const onAnswer = (answer: IncomingMessage) => {
        resolvePost({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
        answer.destroy()
      }
      const timed = AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)])
      // A connection for each push: the address is resolved and checked again each time.
      const all: RequestOptions = { ...options, agent: false, signal: timed, ...(!isLocal && { lookup: lookUpPublic }) }
      const sent = isLocal ? requestHttp(endpoint, all, onAnswer) : requestHttps(endpoint, all, onAnswer)
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

interface PushServiceAnswer {
  status: number
  retryAfter: string | undefined
}

/** Resolves a name to its public addresses, so that no name of a listed service leads into the own network. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    const addresses = publicOnes(found)
    const [first] = addresses
    if (!first) return callback(new PrivateAddress('A push service has no public address'), '', 0)
    if (options.all) return (callback as unknown as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
    callback(null, first.address, first.family)
  })
}

function publicOnes(found: readonly LookupAddress[]): LookupAddress[] {
  return found.filter(({ address }) => isPublicAddress(address))
}

function outcomeOf(status: number, retryAfter: string | undefined, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { how: 'delivered' }
  if (status === 404 || status === 410) return { how: 'gone' }
  if (status === 413) return { how: 'too large' }
  if (status === 429 || status >= 500) return { how: 'busy', retryAfterMs: parseRetryAfter(retryAfter, now) }
  return { how: 'refused' }
}

/** The header's seconds or date, as milliseconds from now; null without a valid one. */
function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_MS)
}
