import { DatabaseError } from 'pg'
import { driverErrorOf } from '../database/sqlstate.js'

/** The loggable fields of a failure. Messages of database errors quote values, so only their kind and place are logged. */
export function logFacts(failure: unknown): Record<string, unknown> {
  const error = driverErrorOf(failure)
  if (!(error instanceof Error)) return { failure: typeof error }
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
  if (error instanceof DatabaseError) {
    const { code, constraint, table, routine } = error
    return { failure: 'DatabaseError', code, constraint, table, routine, frames }
  }
  return { failure: error.name, message: error.message, frames }
}
