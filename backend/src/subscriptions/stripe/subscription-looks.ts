import type { Subscription } from '@prumo/shared/subscriptions'
import { isRejected, Rejected } from '@prumo/shared/rejections'
import { DatabaseError } from 'pg'
import { ExecuteCommand, type CommandOutcome } from '../../event-store/decider/command.js'
import type { CommandSource } from '../../event-store/stream/event.js'
import type { Settings } from '../../platform/config/settings.js'
import type { Database } from '../../platform/database/database.js'
import { subscriptionDecider, toSubscription, type PresentSubscription } from '../subscription.decider.js'
import { Customers, LATEST_LOOK, requireLatestLook, type StripeLook } from './customers.js'
import { PlanPrices } from './plan-prices.js'
import { findCustomerState, type CustomerState } from './present-subscription.js'
import { resumeScheduledChange } from './schedules.js'
import { stripeOf, nullIfMissing } from './stripe-client.js'
import { StripeKey } from './stripe-key.js'
import { recordCustomerState } from './stripe-tasks.js'

/** Executes commands: the bus, or a write path of its own. */
export interface CommandExecutor {
  execute<Answer>(command: ExecuteCommand<Answer>): Promise<CommandOutcome<Answer>>
}

/** Only few looks at one account collide at a time. */
const ATTEMPTS = 10
const RETRY_SECONDS = 2

/**
 * Asks Stripe for an account's subscription and records it. Every trigger ends here. A look is recorded only if no
 * other one was since it began, so a record never replaces a newer one. A look that is refused starts again; of several at the
 * same time one is always recorded.
 */
export class SubscriptionLooks {
  readonly customers: Customers
  readonly prices: PlanPrices
  readonly key: StripeKey

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly commands: CommandExecutor,
  ) {
    this.customers = new Customers(database)
    this.prices = new PlanPrices(settings)
    this.key = new StripeKey(settings, database)
  }

  /**
   * Looks and records; returns the subscription, or null for an account without a customer. Ends refunded subscriptions
   * at Stripe too. Rejects with NOT_FOUND for an erased account, and with UNAVAILABLE while Stripe cannot be reached.
   */
  async look(accountId: string, source: CommandSource): Promise<Subscription | null> {
    return (await this.#look(accountId, source))?.recorded ?? null
  }

  /**
   * The same for workers: also resumes a change of plan that an interrupted one suspended, after waiting for a change
   * under way. Rejects with UNAVAILABLE if that does not end.
   */
  async lookAndRestore(accountId: string): Promise<void> {
    const looked = await this.#look(accountId, 'stripe')
    for (const id of looked?.state.suspended ?? [])
      await this.customers.runWithLock(accountId, () => resumeScheduledChange(stripeOf(this.settings), id))
  }

  async #look(accountId: string, source: CommandSource): Promise<{ recorded: Subscription; state: CustomerState } | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const look = await this.customers.beginLook(accountId)
      if (!look) return null
      const state = await this.findState(look.customerId)
      const isClaimed = await this.customers.claimLook(accountId, look)
      const recorded = isClaimed ? await this.#record(accountId, look, state.present, source) : null
      if (!recorded) continue
      await recordCustomerState(this.database, accountId, state)
      // The record has already ended access, so a failure here is harmless; the delivery's job or tomorrow's look
      // retries it.
      for (const id of state.paidBack) await nullIfMissing(stripeOf(this.settings).subscriptions.cancel(id))
      return { recorded, state }
    }
    throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  }

  /** Reads a customer's state at Stripe without recording it. Rejects with UNAVAILABLE for another account's key. */
  async findState(customerId: string): Promise<CustomerState> {
    await this.key.require()
    return findCustomerState(stripeOf(this.settings), customerId, this.prices.planOf)
  }

  /** Null if a later look was claimed. */
  async #record(
    accountId: string,
    look: StripeLook,
    present: PresentSubscription | null,
    source: CommandSource,
  ): Promise<Subscription | null> {
    const command = ExecuteCommand.of(
      { accountId, actor: source === 'app' ? accountId : source, source },
      {
        decider: subscriptionDecider,
        entityId: accountId,
        command: { type: 'RecordSubscription' as const, present },
        reply: toSubscription,
        alongside: [requireLatestLook(accountId, look)],
      },
    )
    try {
      return (await this.commands.execute(command)).reply
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === LATEST_LOOK) return null
      throw error
    }
  }
}

/** For looks whose account may have been erased meanwhile: nothing is left to record. */
export function ignoreErased(error: unknown): null {
  if (isRejected(error, 'NOT_FOUND')) return null
  throw error
}
