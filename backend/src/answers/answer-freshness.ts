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

/** How long a client may wait where the log changed under its request. */
const RETRY_SECONDS = 1

/**
 * Where the commands of these keys are in what an answer reflects. A command is kept with its events and for ever, so
 * those up to the answer's position are exactly those that it includes, whenever they are looked for in the same log.
 * Rejects with UNAVAILABLE where it is another log by now.
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

/** Says with an answer which position it reflects, and whether it includes the commands that the request asks for. */
export async function setPositionHeaders(on: RowReader, request: FastifyRequest, reply: FastifyReply, reflected: Reflected): Promise<void> {
  const asks = request.read?.asks
  if (asks) reply.header(INCLUDED_HEADER, writeIncluded(await findIncluded(on, callerOf(request).accountId, asks, reflected)))
  reply.header(SEQ_HEADER, writeReflected(reflected))
}

/** The same, and by which tag it can be asked whether the answer is still so. */
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
