import { useSubscription } from '../../data/subscription'
import { standingText } from './subscription-words'

/** How the subscription stands, in a few words; apart, because what it is said by comes later than the list. */
export default function SubscriptionStanding() {
  const { data: subscription } = useSubscription()
  return subscription ? standingText(subscription) : 'Plano, renovação, cartão'
}
