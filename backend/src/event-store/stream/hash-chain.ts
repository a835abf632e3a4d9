import { createHash } from 'node:crypto'
import type { UnhashedRow } from './event.js'

/**
 * The hash chain that makes a log tamper-evident. Its format is specified, with test vectors, in docs/event-chain.md; changing
 * this code changes the format.
 */

/** The hash before the first event of every account: 32 zero bytes. */
export const GENESIS_HASH = Buffer.alloc(32)

/** The exact text that the chain covers. Only the last part can contain a line feed, so distinct events have distinct texts. */
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
