import { InvalidArgumentError, Option, type Command } from 'commander'
import type { LogReading } from '../event-store/log-reading.js'
import { isKnown } from '../event-store/verify/known-accounts.js'
import type { Stretch } from '../event-store/stream/read-stream.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import type { DatabaseRole } from '../platform/database/open-database.js'

/** What every command of the operator's tool works with. */
export interface Workbench {
  settings: Settings
  database: Database
  reading: LogReading
}

/** Opens the workbench once the command line has been understood, with the rights of a role. */
export type OpenWorkbench = (as: DatabaseRole) => Promise<Workbench>

/** Adds one command to the tool. */
export type RegisterCommand = (program: Command, open: OpenWorkbench) => void

/** What a command works with when it is called, and where its results go: to standard output. */
export interface Call extends Workbench {
  /** Prints a result as one line of JSON where --json was given, or else as text. */
  print: (value: unknown, text: () => string) => void
  /** Prints what is for people only: nothing with --json. */
  remark: (text: string) => void
}

/** A command of the tool. All of them know --json. */
interface OperatorCommand<Options> {
  /** With its argument, if it has one: `rebuild [read-model]`. */
  name: string
  description: string
  /** Whether it is about one account, by --account. One that nothing in the database speaks of is refused. */
  account?: 'required' | 'optional'
  /** Whose rights it works with where the operator's own, which read, are not enough. */
  as?: (options: Options) => DatabaseRole
  /** Adds its other options. */
  options?: (command: Command) => Command
  run: (call: Call, options: Options, argument: string | undefined) => Promise<void>
}

/** Declares a command. What its `run` throws leaves the call unanswered; of wrong data it tells by `process.exitCode`. */
export function operatorCommand<Options = object>({
  name,
  description,
  account,
  as,
  options,
  run,
}: OperatorCommand<Options>): RegisterCommand {
  return (program, open) => {
    const command = program.command(name).description(description)
    if (account)
      command.addOption(new Option('--account <id>', 'the account').argParser(accountArgument).makeOptionMandatory(account === 'required'))
    options?.(command)
    command.option('--json', 'one JSON object a line', false).action(async () => {
      const given = command.opts<Options & { account?: string; json: boolean }>()
      const workbench = await open(as?.(given) ?? 'ops')
      if (given.account !== undefined && !(await isKnown(workbench.database.pool, workbench.reading, given.account))) {
        throw new Error(`No account has the id ${given.account}.`)
      }
      const write = (line: string) => void process.stdout.write(`${line}\n`)
      const print: Call['print'] = (value, text) => write(given.json ? JSON.stringify(value) : text())
      const remark: Call['remark'] = (text) => given.json || write(text)
      await run({ ...workbench, print, remark }, given, command.args[0])
    })
  }
}

/**
 * Exit codes a script can trust: 0 all is well, 1 something is known to be wrong with the data, 2 the call was not
 * answered, because it was wrong, something it needs is away, or it was interrupted.
 */
export const exitCodes = { ok: 0, wrong: 1, unanswered: 2 } as const

/** One line of progress, overwritten; only for a person at a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
}

/** Reads a UUID, in lower case; says `otherwise` where it is none. */
const uuidArgument = (otherwise: string) => (value: string) => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw new InvalidArgumentError(otherwise)
  return value.toLowerCase()
}

export const idArgument = uuidArgument('An id is a UUID.')
const accountArgument = uuidArgument('An account is a UUID; `account find <e-mail>` tells it.')

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
