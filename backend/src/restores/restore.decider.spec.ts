import { restoreTexts } from '@prumo/shared/restore-rules'
import { given } from '../../test/test-given.js'
import { restoreDecider, type RestoreCommand } from './restore.decider.js'
import type { RestoreEvent } from './restore.events.js'

const begin: RestoreCommand = { type: 'BeginRestore', exportedAt: '2026-11-20T12:00:00.000Z', items: 3, isEmpty: true, isFree: true }
const started: RestoreEvent = { type: 'RestoreStarted', data: { after: { exportedAt: '2026-11-20T12:00:00.000Z', items: 3 } } }
const bring = (from: number, to: number, more = {}): RestoreCommand => ({
  type: 'BringPortion',
  from,
  to,
  isEmpty: true,
  isStored: true,
  ...more,
})
const brought = (from: number, to: number): RestoreEvent => ({ type: 'PortionBrought', data: { from, to } })
const restore = (...history: RestoreEvent[]) => given(restoreDecider, ...history)

it('starts in an empty account without another restore under way', () => {
  restore().when(begin).then(started)
  restore()
    .when({ ...begin, isEmpty: false })
    .thenRejected('CONFLICT', restoreTexts.notEmpty)
  restore()
    .when({ ...begin, isFree: false, isEmpty: false })
    .thenRejected('CONFLICT', restoreTexts.running)
})

it('restores one portion after the other, and none twice', () => {
  restore(started).when(bring(0, 2)).then(brought(0, 2))
  restore(started, brought(0, 2))
    .when(bring(2, 3, { isEmpty: false }))
    .then(brought(2, 3))
  restore(started, brought(0, 2)).when(bring(0, 2)).thenRejected('CONFLICT')
  restore(started, brought(0, 2)).when(bring(1, 3)).thenRejected('CONFLICT')
  // Unfit items were skipped.
  restore(started, brought(0, 1)).when(bring(2, 3)).then(brought(2, 3))
})

it('restores nothing into an account that received other data first, or whose copy a reset deleted', () => {
  restore(started)
    .when(bring(0, 2, { isEmpty: false }))
    .thenRejected('CONFLICT', restoreTexts.notEmpty)
  restore(started)
    .when(bring(0, 2, { isStored: false }))
    .thenRejected('NOT_FOUND')
  restore().when(bring(0, 2)).thenRejected('NOT_FOUND')
})
