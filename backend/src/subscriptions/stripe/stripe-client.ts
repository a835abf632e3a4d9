import { Logger } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import Stripe from 'stripe'
import type { Settings } from '../../platform/config/settings.js'

/** How long an answer of Stripe's is waited for, and how often the same is asked again: under a key, so that it is done once. */
const TIMEOUT_MS = 8_000
const RETRIES = 2
const AWAY_RETRY_SECONDS = 10

const clients = new WeakMap<Settings, Stripe>()

/** Stripe's own client, the only way to Stripe; against the simulator it differs in its address alone. */
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

/** What Stripe refused, by its codes alone: its messages quote what they were sent, which may be someone's data. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'

  constructor(
    /** Such as `resource_missing`. */
    readonly code: string,
    readonly param: string | null,
  ) {
    super(`Stripe refused: ${code}${param === null ? '' : ` (${param})`}`)
  }
}

/** Stripe is out of reach, busy, or fails. */
export class StripeAway extends Rejected {
  constructor(
    /** Whether it answered, with a failure of its own: under an idempotency key that answer is kept for a day. */
    readonly answered: boolean,
  ) {
    super('UNAVAILABLE', undefined, undefined, AWAY_RETRY_SECONDS)
  }
}

const logger = new Logger('stripe')
/** An outage is told once in a while, not with each question. */
const QUIET_MS = 10_000
let quietUntil = 0

/**
 * Asks Stripe something. Rejects with UNAVAILABLE where Stripe is out of reach, busy or does not take the key, with
 * IDEMPOTENCY_MISMATCH for a key that came with another request, and with StripeRefusal for what it refuses.
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
  // The same is being done for somebody who asked before.
  if (refused && code !== 'idempotency_key_in_use') {
    return new StripeRefusal(code ?? type, param ?? null)
  }
  if (Date.now() >= quietUntil) logger.warn({ type, code, statusCode, requestId }, 'Stripe does not answer as it should')
  quietUntil = Date.now() + QUIET_MS
  return new StripeAway(error instanceof errors.StripeAPIError && (statusCode ?? 0) >= 500)
}

/**
 * The account of Stripe's that the client's key is of. A restricted key may not ask, but is told the account with the
 * refusal; null where it is not told either.
 */
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

/** What is asked for by an id that Stripe does not know, or knows no more, is null. */
export async function unlessMissing<T>(question: Promise<T>): Promise<T | null> {
  return ask(question).catch((error: unknown) => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  })
}

/** The id of what Stripe shows as an id, or whole. */
export function idOf(shown: string | { id: string } | null): string | null {
  return typeof shown === 'string' ? shown : (shown?.id ?? null)
}
