import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { normaliseText } from '@prumo/shared/text-form'
import { requestOf } from '../platform/http/caller.js'
import { SubscriptionLooks } from './stripe/subscription-looks.js'

/** Refuses a price that is no plan's before the schema checks the fields after it, so that the first field's text comes first. */
@Injectable()
export class KnownPlanGuard implements CanActivate {
  constructor(private readonly looks: SubscriptionLooks) {}

  canActivate(context: ExecutionContext): boolean {
    const { body } = requestOf(context)
    const sent = (body as { priceId?: unknown } | null | undefined)?.priceId
    const priceId = typeof sent === 'string' ? normaliseText(sent) : ''
    // Without one the schema says that it is missing.
    if (priceId !== '') this.looks.prices.requirePlan(priceId)
    return true
  }
}
