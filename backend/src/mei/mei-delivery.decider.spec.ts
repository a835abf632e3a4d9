import { meiDefaults, meiTexts } from '@prumo/shared/mei-rules'
import { given } from '../../test/test-given.js'
import { meiDeliveryDecider, type MeiDeliveryCommand } from './mei-delivery.decider.js'
import type { DeliveryDetails, MeiDeliveryEvent } from './mei.events.js'

const none = { withoutInvoice: 0, withInvoice: 0, total: 0 }
const figures = { commerce: { withoutInvoice: 1, withInvoice: 2, total: 3 }, industry: none, services: none, total: 3 }
const details: DeliveryDetails = { kind: 'monthly_report', of: '2026-10', at: '2026-11-05T12:00:00.000Z', figures }
const delivered = (before: DeliveryDetails | null, after: DeliveryDetails): MeiDeliveryEvent => ({
  type: 'FiguresDelivered',
  data: { before, after },
})
const deliveries = (...history: MeiDeliveryEvent[]) => given(meiDeliveryDecider, ...history)
const profile = { ...meiDefaults, openedOn: '2026-10-31', activities: ['commerce' as const] }
const record = (more: Partial<Extract<MeiDeliveryCommand, { type: 'RecordDelivery' }>> = {}): MeiDeliveryCommand => ({
  type: 'RecordDelivery',
  period: { kind: 'monthly_report', of: '2026-10' },
  figures,
  profile,
  at: details.at,
  today: '2026-11-01',
  ...more,
})

it('records the figures of a period that has ended, again as often as they are delivered', () => {
  deliveries().when(record()).then(delivered(null, details))
  const later = { ...details, at: '2026-11-06T12:00:00.000Z' }
  deliveries(delivered(null, details))
    .when(record({ at: later.at }))
    .then(delivered(details, later))
})

it('refuses a period that has not ended, lies outside the activity, or is of no MEI', () => {
  deliveries()
    .when(record({ today: '2026-10-31' }))
    .thenRejected('CONFLICT', meiTexts.notEnded)
  deliveries()
    .when(record({ period: { kind: 'monthly_report', of: '2026-09' } }))
    .thenRejected('CONFLICT', meiTexts.notActive)
  deliveries()
    .when(record({ profile: null, figures: null }))
    .thenRejected('CONFLICT', meiTexts.notActive)
})

it('is undone to the delivery before, finally to none, and comes with a copy', () => {
  const later = { ...details, at: '2026-11-06T12:00:00.000Z' }
  const [first, again] = [delivered(null, details), delivered(details, later)]
  deliveries(first, again).when({ type: 'Undo', position: 2, entry: again }).then(delivered(later, details))
  const withdrawn: MeiDeliveryEvent = { type: 'DeliveryWithdrawn', data: { before: details } }
  deliveries(first).when({ type: 'Undo', position: 1, entry: first }).then(withdrawn)
  deliveries(first, withdrawn).when({ type: 'Undo', position: 2, entry: withdrawn }).then(first)
  deliveries().when({ type: 'BringDelivery', details }).then(first)
})
