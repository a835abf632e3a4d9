import { useSubscription } from '../../data/subscription'
import { summaryText } from './subscription-texts'

/** How the subscription stands, in a few words; apart, because what it is said by comes later than the list. */
export default function SubscriptionSummaryLine() {
  const { data: subscription } = useSubscription()
  return subscription ? summaryText(subscription) : 'Plano, renovação, cartão'
}
