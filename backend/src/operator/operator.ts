import { InvalidArgumentError, Option, type Command } from 'commander'
import type { LogReading } from '../event-store/log-reading.js'
import { isKnownAccount } from '../event-store/verify/known-accounts.js'
import type { LogRange } from '../event-store/stream/read-stream.js'
import { OPERATOR_NAME } from '../platform/config/environment.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import type { DatabaseRole } from '../platform/database/open-database.js'
import { recordAccountAccess } from './account-access.js'
import { OperatorLog, type OperatorAction } from './operator-log.js'

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
export interface OperatorCall extends Workbench {
  /** Prints a result as one line of JSON where --json was given, or else as text. */
  print: (value: unknown, text: () => string) => void
  /** Prints what is for people only: nothing with --json. */
  remark: (text: string) => void
}

/** A command of the tool. All of them know --json and --operator. */
interface OperatorCommand<Options> {
  /** With its argument, if it has one: `rebuild [read-model]`. */
  name: string
  description: string
  /** Whether it is about one account, by --account. One that nothing in the database speaks of is refused. */
  account?: 'required' | 'optional'
  /** Whose rights it works with where the operator's own, which read, are not enough. */
  as?: (options: Options) => DatabaseRole
  /** Finds the account that its argument leads to; null for none. Such an argument names a person and is written down nowhere. */
  accountOf?: (workbench: Workbench, argument: string) => Promise<string | null>
  /** Adds its other options. */
  options?: (command: Command) => Command
  run: (call: OperatorCall, options: Options, argument: string | undefined) => Promise<void>
}

/** What every command may be given. */
interface OperatorOptions {
  account?: string
  reason?: string
  operator?: string
  json: boolean
}

/**
 * Declares a command. What its `run` throws leaves the call unanswered; of wrong data it tells by `process.exitCode`.
 * Whoever reads one account says who they are and why, or nothing is opened; see `trailed`.
 */
export function operatorCommand<Options = object>(declared: OperatorCommand<Options>): RegisterCommand {
  const { name, description, account, accountOf, as, options, run } = declared
  return (program, open) => {
    const command = program.command(name).description(description)
    if (account)
      command.addOption(new Option('--account <id>', 'the account').argParser(accountArgument).makeOptionMandatory(account === 'required'))
    if (account || accountOf)
      command.addOption(new Option('--reason <text>', 'why this account is looked at; its person reads it').argParser(reasonArgument))
    command.addOption(
      new Option('--operator <name>', 'the work name of whoever asks, such as ana.lima').env('PRUMO_OPERATOR').argParser(operatorArgument),
    )
    options?.(command)
    command.option('--json', 'one JSON object a line', false).action(async () => {
      const given = command.opts<Options & OperatorOptions>()
      const argument = command.args[0]
      if (accountOf || given.account !== undefined) requireReasonAndOperator(given)
      const workbench = await open(as?.(given) ?? 'ops')
      const about = accountOf && argument !== undefined ? await accountOf(workbench, argument) : (given.account ?? null)
      if (given.account !== undefined && !(await isKnownAccount(workbench.database.pool, workbench.reading, given.account))) {
        throw new Error(`No account has the id ${given.account}.`)
      }
      const write = (line: string) => void process.stdout.write(`${line}\n`)
      const print: OperatorCall['print'] = (value, text) => write(given.json ? JSON.stringify(value) : text())
      const remark: OperatorCall['remark'] = (text) => given.json || write(text)
      const { operator = NAMELESS, reason = null } = given
      const deed = { operator, line: lineOf(command, accountOf !== undefined), accountId: about, reason }
      await runLogged(workbench, deed, () => run({ ...workbench, print, remark }, given, argument))
    })
  }
}

/** Who runs what concerns no account, such as a nightly job, need not say who they are. */
const NAMELESS = 'unnamed'

function requireReasonAndOperator({ reason, operator }: OperatorOptions): void {
  if (reason === undefined) throw new Error('This looks at one account: say why with --reason "…". Its person reads it in the history.')
  if (operator === undefined) throw new Error('This looks at one account: say who you are with PRUMO_OPERATOR or --operator.')
}

/** The command as it was called, without what names a person, and without who and why, which stand beside it. */
function lineOf(command: Command, isArgumentPersonal: boolean): string {
  const names: string[] = []
  for (let each: Command | null = command; each?.parent; each = each.parent) names.unshift(each.name())
  const given = command.options
    .filter((option) => !NOT_IN_LINE.has(option.long ?? '') && command.getOptionValueSource(option.attributeName()) === 'cli')
    .map((option) => {
      const value: unknown = command.getOptionValue(option.attributeName())
      return value === true ? option.long : `${option.long} ${typeof value === 'string' ? value : JSON.stringify(value)}`
    })
  const words = [...names, ...(isArgumentPersonal ? [] : command.args), ...given].join(' ')
  // oxlint-disable-next-line no-control-regex
  return words
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .replace(/\S*@\S*/g, '<e-mail>')
    .slice(0, MOST_OF_LINE)
}

const NOT_IN_LINE = new Set(['--reason', '--operator', '--json'])
const MOST_OF_LINE = 500

/**
 * Does what an operator asks for once it stands where it can be read later: a look at one account in that account's own
 * log, all else in the operator log, as does a look that the account's log does not take.
 */
async function runLogged(workbench: Workbench, deed: OperatorAction, run: () => Promise<void>): Promise<void> {
  const { accountId, reason } = deed
  if (accountId !== null && reason !== null && (await recordAccountAccess(workbench, { ...deed, accountId, reason }))) return run()
  const log = new OperatorLog(workbench)
  const begun = await log.begin(deed)
  try {
    await run()
  } catch (error) {
    // Why it failed is worth more than that this could not be noted either.
    await log.end(deed, begun, 'unanswered').catch(() => undefined)
    throw error
  }
  await log.end(deed, begun, process.exitCode === exitCodes.wrong ? 'wrong' : 'ok')
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

const MOST_OF_REASON = 200

/** Why someone looks at an account, in a line that its person can read. */
function reasonArgument(value: string): string {
  const reason = value.trim()
  // oxlint-disable-next-line no-control-regex
  if (reason.length < 3 || reason.length > MOST_OF_REASON || /[\u0000-\u001f\u007f]/.test(reason))
    throw new InvalidArgumentError(`A reason is one line of 3 to ${MOST_OF_REASON} characters, such as "pedido 4711".`)
  return reason
}

function operatorArgument(value: string): string | undefined {
  // A variable that is there and empty says nothing.
  if (value === '') return undefined
  if (!OPERATOR_NAME.test(value))
    throw new InvalidArgumentError(
      'An operator has a work name of 2 to 40 letters, digits, dots and hyphens, such as ana.lima; no e-mail address.',
    )
  return value.toLowerCase()
}

/** A moment in ISO 8601, as the log writes it. */
export function momentArgument(value: string): string {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('A moment is written in ISO 8601, such as 2026-11-20T15:00:00Z.')
  return moment.toISOString()
}

/** A moment, or a position in the log. */
export function momentOrPositionArgument(value: string): LogRange {
  return /^\d+$/.test(value) ? { toSeq: Number(value) } : { until: momentArgument(value) }
}
