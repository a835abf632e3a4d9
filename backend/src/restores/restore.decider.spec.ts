import { restoreTexts } from '@prumo/shared/restore-rules'
import { given } from '../../test/test-given.js'
import { restoreDecider, type RestoreCommand } from './restore.decider.js'
import type { RestoreEvent } from './restore.events.js'

const begin: RestoreCommand = { type: 'BeginRestore', exportedAt: '2026-11-20T12:00:00.000Z', items: 3, isEmpty: true, isFree: true }
const begun: RestoreEvent = { type: 'RestoreStarted', data: { after: { exportedAt: '2026-11-20T12:00:00.000Z', items: 3 } } }
const bring = (from: number, to: number, more = {}): RestoreCommand => ({
  type: 'BringPortion',
  from,
  to,
  isEmpty: true,
  stands: true,
  ...more,
})
const brought = (from: number, to: number): RestoreEvent => ({ type: 'PortionBrought', data: { from, to } })
const restore = (...history: RestoreEvent[]) => given(restoreDecider, ...history)

it('begins in an account that has nothing, and where no other copy is on its way', () => {
  restore().when(begin).then(begun)
  restore()
    .when({ ...begin, isEmpty: false })
    .thenRejected('CONFLICT', restoreTexts.notEmpty)
  restore()
    .when({ ...begin, isFree: false, isEmpty: false })
    .thenRejected('CONFLICT', restoreTexts.running)
})

it('brings a portion after the other, and none twice', () => {
  restore(begun).when(bring(0, 2)).then(brought(0, 2))
  restore(begun, brought(0, 2))
    .when(bring(2, 3, { isEmpty: false }))
    .then(brought(2, 3))
  restore(begun, brought(0, 2)).when(bring(0, 2)).thenRejected('CONFLICT')
  restore(begun, brought(0, 2)).when(bring(1, 3)).thenRejected('CONFLICT')
  // What did not fit was left out.
  restore(begun, brought(0, 1)).when(bring(2, 3)).then(brought(2, 3))
})

it('brings nothing into an account that got something else first, or from which a reset took the copy', () => {
  restore(begun)
    .when(bring(0, 2, { isEmpty: false }))
    .thenRejected('CONFLICT', restoreTexts.notEmpty)
  restore(begun)
    .when(bring(0, 2, { stands: false }))
    .thenRejected('NOT_FOUND')
  restore().when(bring(0, 2)).thenRejected('NOT_FOUND')
})
