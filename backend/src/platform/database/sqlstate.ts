import pg from 'pg'
import { QueryFailedError } from 'typeorm'

/** What a failure of Postgres means, told by its code: the words and the severity come in the server's language. */

// Connection lost or refused, out of resources, ended by an administrator or a time limit, system trouble.
const AWAY = /^(08|53|57P0|58|25P0[234]|XX00[01])/
// Cancelled for taking too long, a lock not given in time, two that waited for each other: the same may go well later.
const PASSING = /^(57014|55P03|40P01|40001)$/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const SILENT =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed|timeout expired/i

/** Whether the server turned a statement down, wrote nothing of its transaction, and is ready for the next. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !AWAY.test(error.code ?? '')
}

/** The constraint that a row would have violated; null for another failure. A node of a cluster passes on the hint alone. */
export function violated(failure: unknown): string | null {
  if (!(failure instanceof pg.DatabaseError && failure.code === '23505')) return null
  return failure.constraint ?? failure.hint ?? null
}

/** Whether a lock was not given in the time that it was asked for, or was in the way of another that waited too. */
export function isLockRefused(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  return error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
}

/** Whether the role may not do what it asked for. */
export function isForbidden(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  return error instanceof pg.DatabaseError && error.code === '42501'
}

/** True when the database is away for a while: going down, full, busy, silent or out of reach. */
export function isAway(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '') || PASSING.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return NETWORK.has(code ?? '') || SILENT.test(error.message)
}

/** Whether the connection is lost, or may be: nobody knows what it wrote, and nothing more can be asked on it. */
export function isLost(failure: unknown): boolean {
  return isAway(failure) && !isRefusal(driverErrorOf(failure))
}

/** What the driver said where TypeORM, which repeats it with the values, says it. */
export function driverErrorOf(failure: unknown): unknown {
  return failure instanceof QueryFailedError ? failure.driverError : failure
}
