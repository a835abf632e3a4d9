import { attachmentTexts, MAX_ATTACHED_BYTES, MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import fc from 'fast-check'
import { given } from '../../test/test-given.js'
import { attachmentDecider, toAttachment, type AttachmentCommand } from './attachment.decider.js'
import type { AttachmentDetails, AttachmentEvent } from './attachment.events.js'
import { PART_BYTES, partsOf } from './attachment-parts.js'

const details: AttachmentDetails = {
  transactionId: '00000000-0000-7000-8000-000000000001',
  name: 'nota.pdf',
  type: 'application/pdf',
  size: 1_000,
  sealedHash: 'ab',
  plainHash: 'cd',
  uploadId: '00000000-0000-7000-8000-000000000002',
  parts: 1,
}
const createdAt = '2026-01-01T12:00:00.000Z'
const added: AttachmentEvent = { type: 'AttachmentAdded', data: { after: details } }
const removed: AttachmentEvent = { type: 'AttachmentRemoved', data: { before: details } }
const restored: AttachmentEvent = { type: 'AttachmentRestored', data: { after: details, createdAt } }
const expired: AttachmentEvent = { type: 'AttachmentExpired', data: { before: details } }
const receipt = (...history: AttachmentEvent[]) => given(attachmentDecider, ...history)
const place = { isThere: true, count: 0, bytes: 0 }
const gone = { ...place, isThere: false }
const add: AttachmentCommand = { type: 'AddAttachment', details, place }
/** The second event of a history was recorded at 12:01. */
const [justBefore, afterMonth] = ['2026-01-31T12:00:59.999Z', '2026-01-31T12:01:00.000Z']

it('is added once, to a transaction that exists and has room', () => {
  receipt().when(add).then(added)
  receipt(added).when(add).thenRejected('CONFLICT')
  receipt(added, removed, expired).when(add).thenRejected('CONFLICT')
  receipt()
    .when({ ...add, place: gone })
    .thenRejected('NOT_FOUND', attachmentTexts.transactionUnknown)
  receipt()
    .when({ ...add, place: { ...place, count: MAX_ATTACHMENTS } })
    .thenRejected('QUOTA_EXCEEDED', attachmentTexts.tooMany)
  receipt()
    .when({ ...add, place: { ...place, bytes: MAX_ATTACHED_BYTES - 1_000 } })
    .then(added)
  receipt()
    .when({ ...add, place: { ...place, bytes: MAX_ATTACHED_BYTES - 999 } })
    .thenRejected('QUOTA_EXCEEDED', attachmentTexts.full)
})

it('keeps the time of its creation when it comes with a copy', () => {
  const brought = receipt().when({ ...add, createdAt: '2025-03-01T10:00:00.000Z' })
  brought.then({ type: 'AttachmentAdded', data: { after: details, createdAt: '2025-03-01T10:00:00.000Z' } })
  expect(toAttachment(brought.thenState())).toMatchObject({ createdAt: '2025-03-01T10:00:00.000Z', version: 1, name: 'nota.pdf' })
})

it('is removed while its transaction exists', () => {
  receipt(added).when({ type: 'RemoveAttachment', place }).then(removed)
  receipt(added).when({ type: 'RemoveAttachment', place: gone }).thenRejected('NOT_FOUND')
  receipt(added, removed).when({ type: 'RemoveAttachment', place }).thenRejected('NOT_FOUND')
  receipt().when({ type: 'RemoveAttachment' }).thenRejected('NOT_FOUND')
})

it('is restored within 30 days, if its transaction has room', () => {
  const restore = { type: 'RestoreAttachment', at: justBefore, place } as const
  receipt(added, removed).when(restore).then(restored)
  receipt(added, removed)
    .when({ ...restore, at: afterMonth })
    .thenRejected('NOT_FOUND', attachmentTexts.gone)
  receipt(added, removed, expired).when(restore).thenRejected('NOT_FOUND', attachmentTexts.gone)
  receipt(added).when(restore).thenRejected('CONFLICT', attachmentTexts.notRemoved)
  receipt().when(restore).thenRejected('NOT_FOUND')
  receipt(added, removed)
    .when({ ...restore, place: { ...place, count: MAX_ATTACHMENTS } })
    .thenRejected('QUOTA_EXCEEDED')
  // Its bytes never stopped counting.
  receipt(added, removed)
    .when({ ...restore, place: { ...place, bytes: MAX_ATTACHED_BYTES } })
    .then(restored)
  receipt(added, removed)
    .when({ ...restore, place: gone })
    .thenRejected('NOT_FOUND', attachmentTexts.transactionUnknown)
})

it('expires 30 days after its removal, or after that of its transaction', () => {
  const expire = (at: string, goneSince: string | null, where = place) =>
    ({ type: 'ExpireAttachment', at, goneSince, place: where }) satisfies AttachmentCommand
  receipt(added, removed).when(expire(justBefore, null)).thenNothing()
  receipt(added, removed).when(expire(afterMonth, null)).then(expired)
  receipt(added).when(expire(afterMonth, null)).thenNothing()
  const since = '2026-01-01T12:01:00.000Z'
  receipt(added)
    .when(expire(justBefore, since, gone))
    .thenNothing()
  receipt(added)
    .when(expire(afterMonth, since, gone))
    .then(removed, expired)
  // The transaction returned meanwhile.
  receipt(added).when(expire(afterMonth, since)).thenNothing()
  receipt(added, removed, expired)
    .when(expire(afterMonth, since, gone))
    .thenNothing()
  receipt().when(expire(afterMonth, null)).thenNothing()
})

it('has its removal and its addition undone until it expires', () => {
  const undo = (entry: AttachmentEvent, position: number) => ({ type: 'Undo', entry, position, place }) as const
  receipt(added).when(undo(added, 1)).then(removed)
  receipt(added, removed).when(undo(removed, 2)).then(restored)
  receipt(added, removed, restored).when(undo(removed, 2)).thenRejected('CONFLICT')
  receipt(added, removed)
    .when({ ...undo(removed, 2), place: { ...place, count: MAX_ATTACHMENTS } })
    .thenRejected('QUOTA_EXCEEDED')
  receipt(added, removed, expired).when(undo(removed, 2)).thenRejected('CONFLICT')
  receipt(added, removed, expired).when(undo(expired, 3)).thenRejected('CONFLICT')
})

it('has as many parts as its bytes fill', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 * PART_BYTES }), (size) => {
      const parts = partsOf(size)
      expect((parts - 1) * PART_BYTES).toBeLessThan(size)
      expect(parts * PART_BYTES).toBeGreaterThanOrEqual(size)
    }),
  )
})
