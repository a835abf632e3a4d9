import { hash } from 'node:crypto'
import type { CalendarDate } from '@prumo/shared/calendar'
import { ASKS_HEADER, MAX_ASKS, MIN_SEQ_HEADER, readAsks, readPosition, type Position } from '@prumo/shared/freshness'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { callerOf } from './caller.js'
import { release } from './release.js'

/** The freshness that a signed-in read requires, and what its answer depends on besides the log. */
export interface ReadRequest {
  /** Idempotency keys of commands whose outcome is requested. */
  asks: readonly string[] | null
  /** The date in São Paulo before anything was read. */
  day: CalendarDate
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard on reads. */
    read?: ReadRequest
  }
}

/** Whether a request only reads. */
export function reads({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Parses the freshness headers. Throws VALIDATION for a malformed one. */
export function readRequestOf({ headers }: FastifyRequest, day: CalendarDate): ReadRequest {
  const asked = headers[ASKS_HEADER.toLowerCase()]
  const asks = asked === undefined ? null : readAsks(String(asked))
  if (asked !== undefined && !asks) throw new Rejected('VALIDATION', `${ASKS_HEADER} deve ter de 1 a ${MAX_ASKS} UUIDs.`)
  const least = headers[MIN_SEQ_HEADER.toLowerCase()]
  if (least !== undefined && !readPosition(String(least))) throw new Rejected('VALIDATION', `${MIN_SEQ_HEADER} deve ser uma posição.`)
  return { asks, day }
}

const TAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`
const TAGS = new RegExp(String.raw`^${TAG}(?:[ \t]*,[ \t]*${TAG})*$`)
const EACH_TAG = /"[^"]*"/g

/** The tags in `If-None-Match`; none for `*`, which names no cached answer. */
export function knownTags({ headers }: FastifyRequest): string[] {
  const header = headers['if-none-match']
  if (header === undefined || !TAGS.test(header)) return []
  return (header.match(EACH_TAG) ?? []).map((tag) => tag.slice(1, -1))
}

/** A part of an answer within tags: its name, and a stamp that changes with the part. */
export interface TaggedPart {
  name: string
  stamp: string
}

const BEFORE_PART = '.'

/** The tag of an answer, derived from everything it depends on. The name of a part is appended in clear. */
export function tagOf(request: FastifyRequest, { day }: ReadRequest, { log, seq }: Position, part: TaggedPart | null): string {
  const { accountId, grantId = '' } = callerOf(request)
  // A guest gets other answers than the user of the account.
  const facts = [release, accountId, grantId, request.url, log, seq, day, part?.stamp ?? ''].join('\n')
  const digest = hash('sha256', facts, 'base64url').slice(0, 22)
  return part ? `${digest}${BEFORE_PART}${part.name}` : digest
}

/** The name of the part in a tag; null without one. */
export function partIn(tag: string): string | null {
  return tag.split(BEFORE_PART)[1] ?? null
}

export function entityTag(tag: string): string {
  return `W/"${tag}"`
}

/** Thrown to answer 304. */
export class NotModified extends Error {
  /** @param headers sent with the 304 */
  constructor(readonly headers: Readonly<Record<string, string>>) {
    super('Not modified')
  }
}
