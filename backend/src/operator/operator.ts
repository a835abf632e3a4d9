import { InvalidArgumentError, type Command } from 'commander'
import type { LogReading } from '../event-store/log-reading.js'
import { isKnown } from '../event-store/verify/known-accounts.js'
import type { Stretch } from '../event-store/stream/read-stream.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'

/** What every command of the operator's tool works with. */
export interface Workbench {
  settings: Settings
  database: Database
  reading: LogReading
}

/** Opens the workbench once the command line has been understood. */
export type OpenWorkbench = () => Promise<Workbench>

/** Adds one command to the tool. */
export type RegisterCommand = (program: Command, open: OpenWorkbench) => void

/**
 * Exit codes a script can trust: 0 all is well, 1 something is known to be wrong with the data, 2 the call was not
 * answered, because it was wrong, something it needs is away, or it was interrupted.
 */
export const exitCodes = { ok: 0, wrong: 1, unanswered: 2 } as const

/** Opens the workbench for an account. Throws where nothing in the database speaks of it. */
export async function openFor(open: OpenWorkbench, accountId: string): Promise<Workbench> {
  const workbench = await open()
  if (!(await isKnown(workbench.database.pool, workbench.reading, accountId))) throw new Error(`No account has the id ${accountId}.`)
  return workbench
}

/** One line of progress, overwritten; only for a person at a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
}

/** Results go to standard output, as JSON lines or as text. */
export function print(json: boolean, value: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text()}\n`)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function accountArgument(value: string): string {
  if (!UUID.test(value)) throw new InvalidArgumentError('An account is a UUID; `account find <e-mail>` tells it.')
  return value.toLowerCase()
}

export function uuidArgument(value: string): string {
  if (!UUID.test(value)) throw new InvalidArgumentError('An id is a UUID.')
  return value.toLowerCase()
}

/** A moment in ISO 8601, as the log writes it. */
export function momentArgument(value: string): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('A moment is written in ISO 8601, such as 2026-11-20T15:00:00Z.')
  return moment.toISOString()
}

/** A moment, or a position in the log. */
export function momentOrPositionArgument(value: string): Stretch {
  return /^\d+$/.test(value) ? { toSeq: Number(value) } : { until: momentArgument(value) }
}
