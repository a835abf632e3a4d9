import { attachmentTexts, MAX_ATTACHED_BYTES, MAX_ATTACHMENTS, REMOVED_ATTACHMENT_DAYS } from '@prumo/shared/attachment-rules'
import type { Attachment } from '@prumo/shared/attachments'
import { Rejected } from '@prumo/shared/rejections'
import {
  evolveEntity,
  existing,
  QuotaReached,
  refuseUsedId,
  requireAlive,
  requireDeleted,
  type Decider,
  type EntityState,
  type ExistingEntity,
} from '../event-store/decider/decider.js'
import { NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { AttachmentDetails, AttachmentEvent } from './attachment.events.js'

/** What the read models say of its transaction and account, as of the head that a command is decided on. */
export interface AttachmentPlace {
  /** Whether its transaction exists. */
  isThere: boolean
  /** Receipts of its transaction. */
  count: number
  /** Bytes of the account's receipts, also of removed ones that did not expire. */
  bytes: number
}

/** Absent where the command needs none. */
interface WithPlace {
  place?: AttachmentPlace
}

/** `at` is the present moment, ISO 8601 UTC. */
export type AttachmentCommand =
  | ({ type: 'AddAttachment'; details: AttachmentDetails; createdAt?: string } & WithPlace)
  | ({ type: 'RemoveAttachment' } & WithPlace)
  | ({ type: 'RestoreAttachment'; at: string } & WithPlace)
  | ({ type: 'ExpireAttachment'; at: string; goneSince: string | null } & WithPlace)
  | (Undo<AttachmentEvent> & WithPlace)

/** `isGone`: it expired, so its bytes are deleted. */
export type AttachmentState = EntityState<AttachmentDetails> & { isGone?: boolean }

const DAY_MS = 86_400_000

/** Whether something that ended at a moment has been kept for as long as it has to be. */
export function isExpired(endedAt: string, at: string): boolean {
  return Date.parse(at) - Date.parse(endedAt) >= REMOVED_ATTACHMENT_DAYS * DAY_MS
}

export const attachmentDecider: Decider<AttachmentCommand, AttachmentState, AttachmentEvent> = {
  entity: 'attachment',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'AddAttachment': {
        refuseUsedId(state)
        refuseWithoutRoom(command.place, command.details.size)
        const { details: after, createdAt } = command
        return [{ type: 'AttachmentAdded', data: { after, ...(createdAt !== undefined && { createdAt }) } }]
      }
      case 'RemoveAttachment':
        if (command.place?.isThere === false) throw new Rejected('NOT_FOUND')
        return [{ type: 'AttachmentRemoved', data: { before: requireAlive(state).details } }]
      case 'RestoreAttachment': {
        const { details: after, createdAt, updatedAt } = requireDeleted(state, attachmentTexts.notRemoved)
        if (state.isGone || isExpired(updatedAt, command.at)) throw new Rejected('NOT_FOUND', attachmentTexts.gone)
        // Its bytes are counted already.
        refuseWithoutRoom(command.place, 0)
        return [{ type: 'AttachmentRestored', data: { after, createdAt } }]
      }
      case 'ExpireAttachment':
        return expire(state, command)
      case 'Undo':
        if (state.isGone || command.entry.type === 'AttachmentExpired') throw new NotUndoable('never')
        return undoEntityEvent<AttachmentDetails, AttachmentEvent>(state, command, {
          deleted: (before) => ({ type: 'AttachmentRemoved', data: { before } }),
          restored: (after, createdAt) => {
            refuseWithoutRoom(command.place, 0)
            return { type: 'AttachmentRestored', data: { after, createdAt } }
          },
          changed: () => {
            throw new NotUndoable('changed')
          },
        })
    }
  },

  evolve(state, event) {
    const next: AttachmentState = evolveEntity(state, event)
    return event.type === 'AttachmentExpired' ? { ...next, isGone: true } : next
  },
}

/** Ends a receipt that was removed long enough ago, or whose transaction was: one without a transaction is removed first. */
function expire(
  state: AttachmentState,
  { at, goneSince, place }: Extract<AttachmentCommand, { type: 'ExpireAttachment' }>,
): AttachmentEvent[] {
  if (state.status === 'none' || state.isGone) return []
  const expired: AttachmentEvent = { type: 'AttachmentExpired', data: { before: state.details } }
  if (state.status === 'deleted') return isExpired(state.updatedAt, at) ? [expired] : []
  const isOrphan = place?.isThere === false && goneSince !== null && isExpired(goneSince, at)
  return isOrphan ? [{ type: 'AttachmentRemoved', data: { before: state.details } }, expired] : []
}

/** Throws NOT_FOUND without a transaction, and QuotaReached for one receipt or for so many bytes more than there may be. */
export function refuseWithoutRoom(place: AttachmentPlace | undefined, size: number): void {
  if (!place) return
  if (!place.isThere) throw new Rejected('NOT_FOUND', attachmentTexts.transactionUnknown)
  if (place.count >= MAX_ATTACHMENTS) throw new QuotaReached({ max: MAX_ATTACHMENTS, text: attachmentTexts.tooMany })
  if (place.bytes + size > MAX_ATTACHED_BYTES) throw new QuotaReached({ max: MAX_ATTACHED_BYTES, text: attachmentTexts.full })
}

/** The receipt in the shape of the API. */
export function toAttachment(state: AttachmentState): Attachment {
  const { id, details, createdAt, version }: ExistingEntity<AttachmentDetails> = existing(state)
  const { transactionId, name, type, size } = details
  return { id, transactionId, name, type, size, createdAt, version }
}
