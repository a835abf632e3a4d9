import { setTimeout as pause } from 'node:timers/promises'
import { controlsOf, setControls } from './controls-of.js'
import { decodeForm } from './form.js'
import { IdempotencyKeys } from './idempotency.js'
import { readParameters } from './parameters.js'
import { requirePermission } from './restricted-keys.js'
import type { SimulatedFailure } from './store.js'
import { type SimulatorCall, answerOf, calls } from './routes.js'
import { PaymentRefused, StripeError, invalid } from './stripe-error.js'
import { API_VERSION, type SimulatorWorld, newId } from './world.js'

/** A call of Stripe's API: authentication, route, parameters and idempotency key; then the call itself. */

export interface ApiRequest {
  method: string
  path: string
  query: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface CallResult {
  status: number
  body: string
}

export class Api {
  readonly #keys = new IdempotencyKeys()

  constructor(private readonly world: SimulatorWorld) {}

  async answer(request: ApiRequest): Promise<ApiAnswer> {
    const requestId = newId('req')
    const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': API_VERSION }
    const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    if (key !== undefined) headers['idempotency-key'] = key
    try {
      const caller = authenticate(request)
      this.#failAsConfigured()
      const { call, id, params, text } = parseRequest(request)
      if (caller.startsWith('rk_'))
        requirePermission(this.world, caller, this.world.account, request.method, request.path, expandOf(params))
      const kept = key === undefined ? undefined : this.#keys.begin(this.world, key, text)
      if (kept)
        return {
          status: kept.status,
          headers: { ...headers, 'idempotent-replayed': 'true', 'original-request': kept.requestId },
          body: kept.body,
        }
      try {
        const outcome = this.#perform(call, id, params, { requestId, key, text })
        await this.#delay()
        return { ...outcome, headers }
      } finally {
        if (key !== undefined) this.#keys.done(key)
      }
    } catch (error) {
      return { ...refusal(error, requestId), headers }
    }
  }

  /** Runs the call and stores its answer in the same change. A refusal of the call itself is stored too. */
  #perform(
    call: SimulatorCall,
    id: string,
    params: unknown,
    { requestId, key, text }: { requestId: string; key: string | undefined; text: string },
  ): CallResult {
    const { world } = this
    world.cause = { id: requestId, idempotency_key: key ?? null }
    try {
      return world.store.change(() => {
        const outcome = this.#outcome(call, id, params, requestId)
        if (key !== undefined) this.#keys.keep(world, { id: key, request: text, requestId, ...outcome })
        return outcome
      })
    } finally {
      world.cause = { id: null, idempotency_key: null }
    }
  }

  #outcome(call: SimulatorCall, id: string, params: unknown, requestId: string): CallResult {
    const { world } = this
    try {
      return world.store.change(() => {
        try {
          return { status: 200, body: JSON.stringify(answerOf(world, call, id, params), null, 2) }
        } catch (error) {
          if (error instanceof PaymentRefused) return refusal(error, requestId)
          throw error
        }
      })
    } catch (error) {
      return refusal(error, requestId)
    }
  }

  /** Fails as the control `failures` says, before anything is done, so that no idempotency key stores the failure. */
  #failAsConfigured(): void {
    const { failing } = controlsOf(this.world.store)
    if (!failing || failing.left === 0) return
    setControls(this.world.store, { failing: { ...failing, left: failing.left - 1 } })
    throw simulatedFailure[failing.code]()
  }

  async #delay(): Promise<void> {
    const { answerDelayMs } = controlsOf(this.world.store)
    if (answerDelayMs > 0) await pause(answerDelayMs)
  }
}

function refusal(error: unknown, requestId: string): CallResult {
  if (error instanceof StripeError) return { status: error.status, body: JSON.stringify(error.toBody(requestId), null, 2) }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const ours = new StripeError(500, 'The Stripe simulator failed. What it printed says where.', { type: 'api_error' })
  return { status: 500, body: JSON.stringify(ours.toBody(requestId), null, 2) }
}

const simulatedFailure: Record<SimulatedFailure, () => StripeError> = {
  rate_limit: () => new StripeError(429, 'Request rate limit exceeded.', { code: 'rate_limit' }),
  lock_timeout: () =>
    new StripeError(
      429,
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
      {
        code: 'lock_timeout',
      },
    ),
  api_error: () => new StripeError(500, 'An unknown error occurred.', { type: 'api_error' }),
}

function expandOf(params: unknown): readonly string[] {
  return (params as { expand?: string[] }).expand ?? []
}

/** The caller's API key. */
function authenticate(request: ApiRequest): string {
  const given = headerOf(request, 'authorization')
  const [scheme = '', value = ''] = given?.split(' ') ?? []
  // curl -u key:
  const key = scheme.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString().split(':', 1)[0] ?? '') : value
  if (!given || key === '') {
    throw new StripeError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (!/^[sr]k_test_\w+$/.test(key)) throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`)
  const version = headerOf(request, 'stripe-version')
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`The Stripe simulator speaks version ${API_VERSION} of the API, and was asked for ${version}.`)
  return key
}

/** Finds the call and reads its parameters. `text` identifies the request of an idempotency key. */
function parseRequest(request: ApiRequest): { call: SimulatorCall; id: string; params: unknown; text: string } {
  const { method, path, query, body } = request
  const type = headerOf(request, 'content-type')
  if (body !== '' && !type?.startsWith('application/x-www-form-urlencoded')) {
    throw invalid('Invalid request (check that your POST content type is application/x-www-form-urlencoded).')
  }
  for (const call of calls) {
    const match = patternOf(call.name).exec(`${method} ${path}`)
    if (!match) continue
    const form = [query, body].filter(Boolean).join('&')
    return {
      call,
      id: decodeURIComponent(match[1] ?? ''),
      params: readParameters(call.name, decodeForm(form)),
      text: `${method} ${path}?${sorted(form)}`,
    }
  }
  throw new StripeError(404, `Unrecognized request URL (${method}: ${path}). The Stripe simulator answers the calls in routes.ts.`)
}

const patterns = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  let pattern = patterns.get(name)
  if (!pattern) patterns.set(name, (pattern = new RegExp(`^${name.replace(':id', '(?!search$)([^/]+)')}$`)))
  return pattern
}

function sorted(form: string): string {
  return form.split('&').toSorted().join('&')
}

function headerOf({ headers }: ApiRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
