import type { Stripe } from 'stripe'
import { DAY } from './clock.js'
import { invalid, noSuch } from './stripe-error.js'
import { type SimulatorWorld, newId } from './world.js'

/** Disputes a charge at once, as the test card for disputes does. */
export function disputeCharge(world: SimulatorWorld, charge: Stripe.Charge): void {
  world.store.put('charges', { ...charge, disputed: true })
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: world.now() + 7 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  world.publish('charge.dispute.created', world.store.put('disputes', dispute))
  world.publish('charge.dispute.funds_withdrawn', dispute)
}

/** Accepts evidence. In a sandbox its text decides: `winning_evidence` or `losing_evidence`. */
export function updateDispute(world: SimulatorWorld, id: string, { evidence, submit }: Stripe.DisputeUpdateParams): Stripe.Dispute {
  const before = openDispute(world, id)
  const text = evidence?.uncategorized_text ?? null
  const after = { ...before, evidence: { ...before.evidence, uncategorized_text: text || null } }
  if (submit === false || !text) return world.store.put('disputes', after)
  if (text === 'winning_evidence') return decide(world, after, 'won')
  if (text === 'losing_evidence') return decide(world, after, 'lost')
  const reviewed = world.store.put('disputes', { ...after, status: 'under_review' })
  world.publish('charge.dispute.updated', reviewed, { status: before.status })
  return reviewed
}

/** Closes a dispute as lost. */
export function closeDispute(world: SimulatorWorld, id: string): Stripe.Dispute {
  return decide(world, openDispute(world, id), 'lost')
}

function openDispute(world: SimulatorWorld, id: string): Stripe.Dispute {
  const dispute = world.store.get('disputes', id)
  if (!dispute) throw noSuch('dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed')
  return dispute
}

function decide(world: SimulatorWorld, before: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  const decided = world.store.put('disputes', { ...before, status })
  world.publish('charge.dispute.closed', decided, { status: before.status })
  if (status === 'won') world.publish('charge.dispute.funds_reinstated', decided)
  return decided
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
