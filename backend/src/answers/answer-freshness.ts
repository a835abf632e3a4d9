import { INCLUDED_HEADER, SEQ_HEADER, writeIncluded, writeReflected, type Included, type Reflected } from '@prumo/shared/freshness'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RowReader } from '../platform/database/connection-pool.js'
import { callerOf } from '../platform/http/caller.js'
import { entityTag, tagOf } from '../platform/http/read-request.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { parsePosition, positionSql } from '../event-store/stream/log-name.js'

const FIND_COMMANDS = {
  name: 'find-commands-by-key',
  text: `
    select ${positionSql('$1::uuid')} as position,
      (select json_object_agg(key, seq) from commands where account_id = $1 and key = any ($2::uuid[])) as seqs`,
}

/** Retry-After, in seconds, when the log changed under a request. */
const RETRY_SECONDS = 1

/**
 * The position of each key's command as far as an answer includes it. A command is stored with its events and never deleted, so
 * an answer includes exactly the commands up to its position, whenever they are looked up in the same log. Rejects with
 * UNAVAILABLE when the log is a different one by now.
 */
export async function findIncluded(
  on: RowReader,
  accountId: string,
  keys: readonly string[],
  { log, seq: upTo }: Reflected,
): Promise<Included> {
  const [found] = await on.rows<{ position: string; seqs: Record<string, number> | null }>(FIND_COMMANDS, [accountId, keys])
  if (!found || parsePosition(found.position).log !== log) throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
  const seqOf = (key: string) => found.seqs?.[key] ?? Infinity
  return new Map(keys.map((key) => [key, seqOf(key) <= upTo ? seqOf(key) : null]))
}

/** Sets the headers with the position that an answer reflects, and which of the requested commands it includes. */
export async function setPositionHeaders(on: RowReader, request: FastifyRequest, reply: FastifyReply, reflected: Reflected): Promise<void> {
  const asks = request.read?.asks
  if (asks) reply.header(INCLUDED_HEADER, writeIncluded(await findIncluded(on, callerOf(request).accountId, asks, reflected)))
  reply.header(SEQ_HEADER, writeReflected(reflected))
}

/** Like `setPositionHeaders`, with the ETag of a repeatable answer. */
export async function setAnswerHeaders(
  on: RowReader,
  request: FastifyRequest,
  reply: FastifyReply,
  { reflected, position, part, isRepeatable }: PositionedResult<unknown>,
): Promise<void> {
  await setPositionHeaders(on, request, reply, reflected)
  if (!isRepeatable || !request.read) return
  const tagged = part?.stamp ? { name: part.name, stamp: part.stamp } : null
  reply.header('ETag', entityTag(tagOf(request, request.read, position, tagged)))
}
