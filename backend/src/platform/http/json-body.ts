import { isUtf8 } from 'node:buffer'
import { RouteConfig } from '@nestjs/platform-fastify'
import { Rejected } from '@prumo/shared/rejections'
import { mapYielding } from '../map-yielding.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `RawBody`. */
    rawBody?: boolean
  }
}

/** Leaves a route's body as raw bytes, for a signature that covers them. */
export const RawBody = () => RouteConfig({ rawBody: true })

/** The contract's deepest body has lists in an object; deeper nesting only serves to exhaust recursive code. */
const MAX_DEPTH = 20
/** The contract's widest object has about twenty members. */
const MAX_NAMES = 100
/**
 * Limit of a body's lists and objects, of which empty ones take 30 times the memory of their text, and of the elements of its
 * lists, which are copied as these grow. A copy of 20 MB has about 100,000.
 */
const MAX_BRACKETS = 250_000
/**
 * Bytes parsed in one piece, which takes a few milliseconds. A longer body must be an object whose lists hold all but this
 * much.
 */
const AT_ONCE = 512 * 1024
/** Bytes of a list parsed in one piece; a longer element is parsed alone. */
const BATCH = 64 * 1024

export const bodyTexts = {
  tooDeep: 'Os dados enviados têm níveis demais.',
  tooManyNames: 'Os dados enviados têm campos demais.',
  tooMany: 'Os dados enviados têm itens demais.',
} as const

/**
 * Parses a body; undefined when it is empty, with any content type. Later code may recurse: depth is bounded by `MAX_DEPTH`,
 * members of an object by `MAX_NAMES`, and lists and objects by `MAX_BRACKETS`.
 * @throws Rejected with VALIDATION for anything but JSON in UTF-8
 */
export function parseJsonBody(body: Buffer): unknown {
  // Decoding would replace broken characters, and so store a text that was never sent.
  if (!isUtf8(body)) throw new Rejected('VALIDATION')
  const steps = scan(body)
  while (!steps.next().done);
  return parsed(body.toString())
}

/**
 * Like `parseJsonBody`, for a body of any length, yielding to the event loop: each step parses a part of one of the top-level
 * lists.
 */
export async function parseLargeJsonBody(body: Buffer): Promise<unknown> {
  if (body.length <= AT_ONCE) return parseJsonBody(body)
  if (!isUtf8(body)) throw new Rejected('VALIDATION')
  const lists: unknown[][] = []
  // The body with each list replaced by its index in `lists`.
  let outline = ''
  let outlined = 0
  const outlineTo = (end: number) => {
    if (outline.length + end - outlined > AT_ONCE) throw new Rejected('VALIDATION')
    outline += body.toString('utf8', outlined, end)
  }
  await mapYielding(scan(body), (batch) => {
    if (!batch) return
    const { from, to, isFirst } = batch
    if (isFirst) {
      outlineTo(from)
      outline += lists.push([]) - 1
    }
    if (to - from > AT_ONCE) throw new Rejected('VALIDATION')
    const elements = parsed(`[${body.toString('utf8', from, to)}]`) as unknown[]
    // The segment follows a comma.
    if (!isFirst && elements.length === 0) throw new Rejected('VALIDATION')
    const list = lists.at(-1)
    for (const element of elements) list?.push(element)
    outlined = to
  })
  outlineTo(body.length)
  const value = parsed(outline)
  if (lists.length === 0) return value
  const object = value as Record<string, unknown>
  for (const [name, place] of Object.entries(object)) if (Array.isArray(place)) object[name] = lists[place[0] as number]
  return object
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(new Rejected('VALIDATION'), { cause })
  }
}

const [QUOTE, BACKSLASH, COLON, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\:,[]{}')

/** A byte range of a list: whole elements with the commas between them. */
interface JsonSegment {
  from: number
  to: number
  isFirst: boolean
}

/**
 * Scans a body and bounds its depth and the names of its objects. Yields the top-level lists in batches, and null now and then
 * outside of them. Considers only brackets, colons and commas outside of strings, which in UTF-8 are never part of another
 * character; the parser checks the rest of the syntax.
 * @throws Rejected with VALIDATION
 */
function* scan(json: Buffer): Generator<JsonSegment | null> {
  /** Members seen so far of the open object at each depth. */
  const names = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let brackets = 0
  let elements = 0
  let quoted = false
  let isObject = false
  /** Start of the batch within the open list; -1 outside of one. */
  let from = -1
  let isFirst = true
  for (let at = 0, pause = BATCH; at < json.length; at++) {
    const byte = json[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > MAX_DEPTH) throw new Rejected('VALIDATION', bodyTexts.tooDeep)
      if (++brackets > MAX_BRACKETS) throw new Rejected('VALIDATION', bodyTexts.tooMany)
      names[depth] = 0
      if (depth === 1) isObject = byte === OBJECT
      else if (depth === 2 && isObject && byte === LIST) {
        from = at + 1
        isFirst = true
      }
    } else if (byte === LIST_END || byte === OBJECT_END) {
      if (depth-- === 2 && from >= 0) {
        yield { from, to: at, isFirst }
        from = -1
      }
    } else if (byte === COLON) {
      if (++names[depth]! > MAX_NAMES) throw new Rejected('VALIDATION', bodyTexts.tooManyNames)
    } else if (byte === COMMA && depth === 2 && from >= 0) {
      if (++elements > MAX_BRACKETS) throw new Rejected('VALIDATION', bodyTexts.tooMany)
      if (at - from >= BATCH) {
        yield { from, to: at, isFirst }
        isFirst = false
        from = at + 1
      }
    }
    if (at >= pause) {
      pause = at + BATCH
      yield null
    }
  }
}
