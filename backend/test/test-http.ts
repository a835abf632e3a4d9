import { Settings } from '@prumo/backend/platform/config/settings'
import { stripeOf } from '@prumo/backend/subscriptions/stripe/stripe-client'

/** The HTTP layer of Stripe's client; the third argument of a request is the path. */
export interface HttpClient {
  makeRequest: (...args: string[]) => Promise<unknown>
}

interface StripeInternals {
  getApiField: (name: 'httpClient') => HttpClient
  // oxlint-disable-next-line no-underscore-dangle -- Stripe's own name
  _api: { maxNetworkRetries: number }
}

/**
 * A separate client of Stripe with its own settings, for a test to slow down or cut off. It does not retry, like a process
 * that died.
 */
export function clientOf(own: Settings): { settings: Settings; http: HttpClient } {
  const settings = Object.assign(Object.create(Settings.prototype) as Settings, own)
  const insides = stripeOf(settings) as unknown as StripeInternals
  // oxlint-disable-next-line no-underscore-dangle -- Stripe's own name
  insides._api.maxNetworkRetries = 0
  return { settings, http: insides.getApiField('httpClient') }
}
