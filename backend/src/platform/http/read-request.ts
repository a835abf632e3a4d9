import { hash } from 'node:crypto'
import type { CalendarDate } from '@prumo/shared/calendar'
import { ASKS_HEADER, MAX_ASKS, MIN_SEQ_HEADER, readAsks, readPosition, type Position } from '@prumo/shared/freshness'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { callerOf } from './caller.js'
import { release } from './release.js'

/** What a signed-in request that reads says of how new its answer is to be, and what the answer depends on beside the log. */
export interface ReadRequest {
  /** The idempotency keys of commands whose fate it asks for. */
  asks: readonly string[] | null
  /** The day in São Paulo before anything was read for it. */
  day: CalendarDate
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the session was checked; absent where something is to be changed. */
    read?: ReadRequest
  }
}

/** Whether a request only reads. */
export function reads({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** What the headers say. Throws VALIDATION for one that is malformed. */
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

/** What the tags say that `If-None-Match` names; none for `*`, which is sent without an answer to keep. */
export function knownTags({ headers }: FastifyRequest): string[] {
  const header = headers['if-none-match']
  if (header === undefined || !TAGS.test(header)) return []
  return (header.match(EACH_TAG) ?? []).map((tag) => tag.slice(1, -1))
}

/** What a part of an answer is, as far as tags go: its name, and a text that is another once the part is. */
export interface TaggedPart {
  name: string
  stamp: string
}

const BEFORE_PART = '.'

/** What the tag of an answer says: all that the answer depends on. The name of a part stands in clear in it. */
export function tagOf(request: FastifyRequest, { day }: ReadRequest, { log, seq }: Position, part: TaggedPart | null): string {
  const facts = [release, callerOf(request).accountId, request.url, log, seq, day, part?.stamp ?? ''].join('\n')
  const digest = hash('sha256', facts, 'base64url').slice(0, 22)
  return part ? `${digest}${BEFORE_PART}${part.name}` : digest
}

/** The name of the part in a tag; null for one without. */
export function partIn(tag: string): string | null {
  return tag.split(BEFORE_PART)[1] ?? null
}

export function entityTag(tag: string): string {
  return `W/"${tag}"`
}

/** Thrown to answer that what the client has is still so. */
export class NotModified extends Error {
  /** @param headers what the answer says all the same */
  constructor(readonly headers: Readonly<Record<string, string>>) {
    super('Not modified')
  }
}
