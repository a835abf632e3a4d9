import { Settings } from '@prumo/backend/platform/config/settings'
import { stripeOf } from '@prumo/backend/subscriptions/stripe/stripe-client'

/** What Stripe's client sends by; the third argument is the path. */
export interface HttpClient {
  makeRequest: (...args: string[]) => Promise<unknown>
}

interface StripeInternals {
  getApiField: (name: 'httpClient') => HttpClient
  // oxlint-disable-next-line no-underscore-dangle -- Stripe's own name
  _api: { maxNetworkRetries: number }
}

/**
 * A client of Stripe's of its own, under settings of its own, for a test to slow down or to cut off. It sends nothing
 * again, as a process that is gone would not.
 */
export function clientOf(own: Settings): { settings: Settings; http: HttpClient } {
  const settings = Object.assign(Object.create(Settings.prototype) as Settings, own)
  const insides = stripeOf(settings) as unknown as StripeInternals
  // oxlint-disable-next-line no-underscore-dangle -- Stripe's own name
  insides._api.maxNetworkRetries = 0
  return { settings, http: insides.getApiField('httpClient') }
}
