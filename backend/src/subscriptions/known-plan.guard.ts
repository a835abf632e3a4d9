import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { normaliseText } from '@prumo/shared/text-form'
import { requestOf } from '../platform/http/caller.js'
import { SubscriptionLooks } from './stripe/subscription-looks.js'

/** Rejects an unknown price before the schema validates the other fields, so that the error names the price first. */
@Injectable()
export class KnownPlanGuard implements CanActivate {
  constructor(private readonly looks: SubscriptionLooks) {}

  canActivate(context: ExecutionContext): boolean {
    const { body } = requestOf(context)
    const sent = (body as { priceId?: unknown } | null | undefined)?.priceId
    const priceId = typeof sent === 'string' ? normaliseText(sent) : ''
    // The schema reports a missing price.
    if (priceId !== '') this.looks.prices.requirePlan(priceId)
    return true
  }
}
