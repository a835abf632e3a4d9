import { setTimeout as pause } from 'node:timers/promises'
import type { Subscription } from '@prumo/shared/subscriptions'
import { Rejected } from '@prumo/shared/rejections'
import { DatabaseError } from 'pg'
import { ExecuteCommand, type CommandOutcome } from '../../event-store/decider/command.js'
import type { CommandSource } from '../../event-store/stream/event.js'
import type { Settings } from '../../platform/config/settings.js'
import type { Database } from '../../platform/database/database.js'
import { subscriptionDecider, toSubscription, type PresentSubscription } from '../subscription.decider.js'
import { Customers, LATEST_LOOK, requireLatestLook, type StripeLook } from './customers.js'
import { PlanPrices } from './plan-prices.js'
import { findCustomerState, type CustomerState } from './present-subscription.js'
import { restoreSetAside } from './schedules.js'
import { stripeOf, unlessMissing } from './stripe-client.js'
import { StripeKey } from './stripe-key.js'
import { recordCustomerState } from './stripe-tasks.js'

/** Whoever executes commands: the bus, or a write path of one's own. */
export interface CommandExecutor {
  execute<Answer>(command: ExecuteCommand<Answer>): Promise<CommandOutcome<Answer>>
}

/** Others look at the same account only a few times in a moment. */
const ATTEMPTS = 10
const RETRY_SECONDS = 2

/**
 * Asks Stripe how an account's subscription stands, and records it. Every way to learn of a change ends here, so what is
 * recorded is never older than what was: it counts only while nobody began a later look.
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
   * The subscription as it is recorded from now on; null for an account that Stripe does not know. What was paid back is
   * ended at Stripe too. Rejects with NOT_FOUND for an account that is gone, with UNAVAILABLE while Stripe is.
   */
  async look(accountId: string, source: CommandSource): Promise<Subscription | null> {
    return (await this.#look(accountId, source))?.recorded ?? null
  }

  /**
   * The same by a worker, which also plans again what an interrupted change of plan set aside; one that is under way is waited
   * for. Rejects with UNAVAILABLE where it does not end.
   */
  async lookAndRestore(accountId: string): Promise<void> {
    const looked = await this.#look(accountId, 'stripe')
    for (const id of looked?.state.setAside ?? [])
      await this.customers.runHolding(accountId, () => restoreSetAside(stripeOf(this.settings), id))
  }

  async #look(accountId: string, source: CommandSource): Promise<{ recorded: Subscription; state: CustomerState } | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const began = performance.now()
      const look = await this.customers.beginLook(accountId)
      if (!look) return null
      const state = await this.findState(look.customerId)
      const recorded = await this.#record(accountId, look, state.present, source)
      if (!recorded) {
        // Two that look again at once, and take equally long, void each other's looks for ever.
        await pause(Math.random() * attempt * (performance.now() - began))
        continue
      }
      await recordCustomerState(this.database, accountId, state)
      // Access ended with the record, whatever becomes of this; the delivery's job, or tomorrow's look, tries it again.
      for (const id of state.paidBack) await unlessMissing(stripeOf(this.settings).subscriptions.cancel(id))
      return { recorded, state }
    }
    throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  }

  /** How Stripe says now that a customer stands, without recording anything. Rejects with UNAVAILABLE for another account's key. */
  async findState(customerId: string): Promise<CustomerState> {
    await this.key.require()
    return findCustomerState(stripeOf(this.settings), customerId, this.prices.planOf)
  }

  /** Null when somebody looked since. */
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

/** For looks of which it may be that their account was erased meanwhile: there is nothing to record any more. */
export function ignoreErased(error: unknown): null {
  if (error instanceof Rejected && error.code === 'NOT_FOUND') return null
  throw error
}
