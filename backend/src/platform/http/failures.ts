import { DatabaseError } from 'pg'

const OUTAGE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** True when something the program needs is away for a while: the database going down, full, or out of reach. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity !== 'ERROR' || /^(08|53|57P0)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return OUTAGE_CODES.has(code ?? '') || /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i.test(error.message)
}

/**
 * What of a failure may be written to a log. A database error quotes the values it stumbled over,
 * so of it only the kind and the place are told.
 */
export function logFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { failure: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 12).map((line) => line.trim())
  if (error instanceof DatabaseError) {
    const { code, constraint, table, routine } = error
    return { failure: 'DatabaseError', code, constraint, table, routine, frames }
  }
  return { failure: error.name, message: error.message, frames }
}
