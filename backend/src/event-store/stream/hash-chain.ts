import { createHash } from 'node:crypto'
import type { UnhashedRow } from './event.js'

/**
 * The chain that makes a log tamper-evident. Its form is specified, with test vectors, in
 * docs/event-chain.md; a change here is a change of that form.
 */

/** What stands before the first event of every account: 32 zero bytes. */
export const GENESIS_HASH = Buffer.alloc(32)

/** The exact text the chain covers. No part but the last can hold a line feed, so no two events share a text. */
export function chainedText(event: UnhashedRow): string {
  return [
    'prumo-event-1',
    event.accountId,
    event.seq,
    event.entity,
    event.entityId,
    event.entityVersion,
    event.type,
    event.schemaVersion,
    event.recordedAt,
    event.meta,
    event.data,
  ].join('\n')
}

/** `sha256(previous hash ‖ UTF-8 of the chained text)`, 32 bytes. */
export function chainHash(previous: Buffer, event: UnhashedRow): Buffer {
  return createHash('sha256').update(previous).update(chainedText(event)).digest()
}
