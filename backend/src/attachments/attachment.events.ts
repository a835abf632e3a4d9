import { attachmentTypes } from '@prumo/shared/attachment-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  transactionId: z.string(),
  name: personal(z.string()),
  type: z.enum(attachmentTypes),
  /** Bytes, before they are sealed. */
  size: z.int().positive(),
  /** SHA-256 in hex of the sealed parts, one after the other: the chain proves which bytes were added. */
  sealedHash: z.string(),
  /** SHA-256 in hex of the bytes themselves, which would identify a known document. */
  plainHash: personal(z.string()),
  /** Under which id its parts are stored, and how many there are. */
  uploadId: z.string(),
  parts: z.int().positive(),
})
export type AttachmentDetails = z.output<typeof details>

/** A removed receipt expires after some days: its bytes are deleted, and it cannot be restored. */
export const attachmentEvents = defineEvents({
  /** `createdAt`: when it was first added, for one that came with a copy of an account. */
  AttachmentAdded: { data: z.strictObject({ after: details, createdAt: z.string().exactOptional() }) },
  AttachmentRemoved: { data: z.strictObject({ before: details }) },
  AttachmentRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
  AttachmentExpired: { data: z.strictObject({ before: details }) },
})
export type AttachmentEvent = EventsOf<typeof attachmentEvents>
