import type { KeptAnswer } from './store.js'
import { StripeError } from './stripe-error.js'
import type { SimulatorWorld } from './world.js'

/**
 * Idempotency keys as Stripe implements them. The answer of an executed call, success or refusal, is repeated for a
 * day. Another call under the key is refused, and so is the same call while the first one is running.
 */
export class IdempotencyKeys {
  readonly #underway = new Set<string>()

  /** @returns the stored answer; undefined: execute the call, and then call `done` */
  begin(world: SimulatorWorld, key: string, request: string): KeptAnswer | undefined {
    if (key.length > 255) throw new StripeError(400, 'Idempotency keys can be at most 255 characters long.', { type: 'idempotency_error' })
    const kept = world.store.get('keptAnswers', key)
    if (kept && kept.request !== request) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      throw new StripeError(400, message, { type: 'idempotency_error' })
    }
    if (this.#underway.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
      throw new StripeError(409, message, { code: 'idempotency_key_in_use' })
    }
    if (!kept) this.#underway.add(key)
    return kept
  }

  /** Stores an answer in the same change as the call's effects. */
  keep(world: SimulatorWorld, answer: Omit<KeptAnswer, 'created'>): void {
    world.store.put('keptAnswers', { ...answer, created: world.now() })
  }

  done(key: string): void {
    this.#underway.delete(key)
  }
}
