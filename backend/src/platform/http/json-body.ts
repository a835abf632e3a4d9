import { isUtf8 } from 'node:buffer'
import { RouteConfig } from '@nestjs/platform-fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `RawBody`. */
    rawBody?: boolean
  }
}

/** Leaves a route's body as the bytes that came, for one whose signature covers them. */
export const RawBody = () => RouteConfig({ rawBody: true })

/** The contract's deepest body has lists in an object; what goes on from here is sent to exhaust whoever walks it. */
const MAX_DEPTH = 20

/**
 * The JSON value of a body; undefined when it is empty, whatever its content type says. Nothing behind it meets a value
 * deeper than `MAX_DEPTH`, so it may recurse.
 * @throws Error with status 400 for anything but JSON in UTF-8
 */
export function parseJsonBody(body: Buffer): unknown {
  // Decoding would put another character where one is broken, and so store what nobody wrote.
  if (!isUtf8(body)) throw malformed('The body is not UTF-8')
  const text = body.toString()
  if (text.trim() === '') return undefined
  if (isDeeperThan(MAX_DEPTH, body)) throw malformed('The body is nested too deep')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('The body is not JSON', cause)
  }
}

function malformed(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { statusCode: 400 })
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\[]{}')

/**
 * Whether brackets outside of texts are open within each other more often than that. In UTF-8 none of them is part of another
 * character.
 */
function isDeeperThan(limit: number, json: Buffer): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > limit) return true
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
  }
  return false
}
