import pg from 'pg'
import { QueryFailedError } from 'typeorm'

/** Classifies failures of Postgres by their codes, because messages and severities are localised. */

// Connection lost or refused, out of resources, ended by an administrator or a time limit, system failure.
const AWAY = /^(08|53|57P0|58|25P0[234]|XX00[01])/
// Statement timeout, lock timeout, deadlock, serialization failure: a retry may succeed.
const PASSING = /^(57014|55P03|40P01|40001)$/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const SILENT =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed|timeout expired/i

/** Whether the server refused a statement, rolled back its transaction, and is ready for the next. */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !AWAY.test(error.code ?? '')
}

/** The violated unique constraint; null for another failure. A Citus node reports it in the hint only. */
export function violated(failure: unknown): string | null {
  if (!(failure instanceof pg.DatabaseError && failure.code === '23505')) return null
  return failure.constraint ?? failure.hint ?? null
}

// Citus sends `lock table` to each node, and reports a lock that another node refused in this way only. It does not translate it.
const REFUSED_ELSEWHERE = /^failure on connection marked as essential/

/** Whether a lock timed out or deadlocked. */
export function isLockRefused(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  if (!(error instanceof pg.DatabaseError)) return false
  return ['55P03', '40P01'].includes(error.code ?? '') || REFUSED_ELSEWHERE.test(error.message)
}

/** Whether the role lacks a privilege. */
export function isForbidden(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  return error instanceof pg.DatabaseError && error.code === '42501'
}

/** Whether the database is temporarily unavailable: shutting down, full, busy, silent or unreachable. */
export function isAway(failure: unknown): boolean {
  const error = driverErrorOf(failure)
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '') || PASSING.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return NETWORK.has(code ?? '') || SILENT.test(error.message)
}

/** Whether the connection is or may be lost: the outcome of its statements is unknown, and it cannot be used again. */
export function isLost(failure: unknown): boolean {
  return isAway(failure) && !isRefusal(driverErrorOf(failure))
}

/** Unwraps the driver's error from TypeORM's, whose message includes the values. */
export function driverErrorOf(failure: unknown): unknown {
  return failure instanceof QueryFailedError ? failure.driverError : failure
}
