import { Module } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { PlansController } from './plans.controller.js'
import { Billing } from './stripe/billing.js'
import { Checkouts } from './stripe/checkouts.js'
import { Deliveries } from './stripe/deliveries.js'
import { PlanChanges } from './stripe/plan-change.js'
import { StripeLimits } from './stripe/stripe-limits.js'
import { SubscriptionLooks } from './stripe/subscription-looks.js'
import { WebhooksController } from './stripe/webhooks.controller.js'
import { SubscriptionsController } from './subscriptions.controller.js'

/** Plans and payments by Stripe. The log records the results; the access guard decides who has access. */
@Module({
  imports: [ThrottlingModule],
  controllers: [PlansController, SubscriptionsController, WebhooksController],
  providers: [
    {
      provide: SubscriptionLooks,
      inject: [Settings, Database, CommandBus],
      useFactory: (settings: Settings, database: Database, commands: CommandBus) => new SubscriptionLooks(settings, database, commands),
    },
    StripeLimits,
    Billing,
    Checkouts,
    PlanChanges,
    Deliveries,
  ],
})
export class SubscriptionsModule {}
