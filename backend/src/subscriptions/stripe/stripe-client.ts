import { Logger } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import Stripe from 'stripe'
import type { Settings } from '../../platform/config/settings.js'

/** The timeout of a request to Stripe, and its retries. The client sends an idempotency key with each. */
const TIMEOUT_MS = 8_000
const RETRIES = 2
const AWAY_RETRY_SECONDS = 10

const clients = new WeakMap<Settings, Stripe>()

/** Stripe's client library, the only way to Stripe. For the simulator only its address differs. */
export function stripeOf(settings: Settings): Stripe {
  const known = clients.get(settings)
  if (known) return known
  const { secretKey, apiUrl } = settings.stripe
  const made = new Stripe(secretKey, {
    ...(apiUrl !== null && addressOf(apiUrl)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
  clients.set(settings, made)
  return made
}

function addressOf(url: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' }
}

/** A refusal of Stripe's, with its codes alone: the messages quote the request, which may hold personal data. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'

  constructor(
    /** Stripe's error code, such as `resource_missing`. */
    readonly code: string,
    readonly param: string | null,
  ) {
    super(`Stripe refused: ${code}${param === null ? '' : ` (${param})`}`)
  }
}

/** Stripe is out of reach, overloaded or failing. */
export class StripeAway extends Rejected {
  constructor(
    /** Whether Stripe answered with a server error: it repeats that answer under the same idempotency key for a day. */
    readonly answered: boolean,
  ) {
    super('UNAVAILABLE', undefined, undefined, AWAY_RETRY_SECONDS)
  }
}

const logger = new Logger('stripe')
/** Logs an outage at most this often. */
const QUIET_MS = 10_000
let quietUntil = 0

/**
 * Awaits a request to Stripe and translates its errors. Rejects with UNAVAILABLE if Stripe is out of reach, overloaded
 * or refuses the key; with IDEMPOTENCY_MISMATCH for a key used with another request; with StripeRefusal for other
 * refusals.
 */
export async function ask<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  const { errors } = Stripe
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeIdempotencyError) return new Rejected('IDEMPOTENCY_MISMATCH')
  const { type, code, param, statusCode, requestId } = error
  const refused = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError
  // Another request with the same key is still running.
  if (refused && code !== 'idempotency_key_in_use') {
    return new StripeRefusal(code ?? type, param ?? null)
  }
  if (Date.now() >= quietUntil) logger.warn({ type, code, statusCode, requestId }, 'Stripe does not answer as it should')
  quietUntil = Date.now() + QUIET_MS
  return new StripeAway(error instanceof errors.StripeAPIError && (statusCode ?? 0) >= 500)
}

/** The Stripe account of the client's key. A restricted key may not read it, but the error usually names it; null if it does not. */
export async function accountOfKey(stripe: Stripe): Promise<string | null> {
  try {
    return (await ask(stripe.accounts.retrieveCurrent().catch(accountInRefusal))).id
  } catch (error) {
    if (error instanceof UnsentAccount) return null
    throw error
  }
}

class UnsentAccount extends Error {}

function accountInRefusal(error: unknown): { id: string } {
  if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
  const id = /\bacct_\w+/.exec(error.message)?.[0]
  if (id === undefined) throw new UnsentAccount()
  return { id }
}

/** Awaits a request; null if Stripe knows no object of the requested id. */
export async function nullIfMissing<T>(question: Promise<T>): Promise<T | null> {
  return ask(question).catch((error: unknown) => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  })
}

/** The id of an object that Stripe sent either as an id or expanded. */
export function idOf(shown: string | { id: string } | null): string | null {
  return typeof shown === 'string' ? shown : (shown?.id ?? null)
}
