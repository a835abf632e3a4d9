import { useSubscription } from '../../data/subscription'
import { summaryText } from './subscription-texts'

/** The summary of the subscription. A module of its own, because its data loads after the list of tabs. */
export default function SubscriptionSummaryLine() {
  const { data: subscription } = useSubscription()
  return subscription ? summaryText(subscription) : 'Plano, renovação, cartão'
}
