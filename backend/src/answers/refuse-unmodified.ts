import { INCLUDED_HEADER, SEQ_HEADER, writeIncluded, writeReflected } from '@prumo/shared/freshness'
import type { FastifyRequest } from 'fastify'
import { findIncluded } from './answer-freshness.js'
import { readStamp, reflectedPosition } from './answer-stamps.js'
import type { LogState } from './log-state.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { callerOf } from '../platform/http/caller.js'
import { entityTag, NotModified, partIn, tagOf } from '../platform/http/read-request.js'

/**
 * Throws NotModified when one of the tags is current. Tags of the same account, address, position and day are given to that
 * request only, so the kind of the answer need not be known here.
 */
export async function refuseUnmodified(
  on: RowReader,
  request: FastifyRequest,
  known: readonly string[],
  { position, stamps }: LogState,
): Promise<void> {
  const { read } = request
  if (!read) return
  const isNow = (tag: string, part: Parameters<typeof tagOf>[3]) => tagOf(request, read, position, part) === tag
  for (const tag of known) {
    const name = partIn(tag)
    const stamp = name === null ? undefined : stamps.find((each) => isNow(tag, { name, stamp: each }))
    if (name === null ? !isNow(tag, null) : stamp === undefined) continue
    const parts = name === null || stamp === undefined ? {} : { [name]: reflectedPosition(readStamp(stamp)) ?? position.seq }
    const reflected = { ...position, parts }
    const asked = read.asks && {
      [INCLUDED_HEADER]: writeIncluded(await findIncluded(on, callerOf(request).accountId, read.asks, reflected)),
    }
    throw new NotModified({ ETag: entityTag(tag), [SEQ_HEADER]: writeReflected(reflected), ...asked })
  }
}
