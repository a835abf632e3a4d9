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

/** What every command of the operator's tool uses. */
export interface Workbench {
  settings: Settings
  database: Database
  reading: LogReading
}

/** Opens the workbench with the rights of a role, after the command line was parsed. */
export type OpenWorkbench = (as: DatabaseRole) => Promise<Workbench>

/** Adds one command to the tool. */
export type RegisterCommand = (program: Command, open: OpenWorkbench) => void

/** The workbench of one call, with its output. */
export interface OperatorCall extends Workbench {
  /** Prints a result: one line of JSON with --json, else text. */
  print: (value: unknown, text: () => string) => void
  /** Prints a line for people; nothing with --json. */
  remark: (text: string) => void
}

/** A command of the tool. All of them accept --json and --operator. */
interface OperatorCommand<Options> {
  /** With its argument, if it has one: `rebuild [read-model]`. */
  name: string
  description: string
  /** Whether it concerns one account, by --account. An account unknown to the database is refused. */
  account?: 'required' | 'optional'
  /** The database role, where the operator's own, which only reads, is not enough. */
  as?: (options: Options) => DatabaseRole
  /** Finds the account of its argument; null for none. Such an argument is personal data and never recorded. */
  accountOf?: (workbench: Workbench, argument: string) => Promise<string | null>
  /** Adds its own options. */
  options?: (command: Command) => Command
  run: (call: OperatorCall, options: Options, argument: string | undefined) => Promise<void>
}

/** The options of every command. */
interface OperatorOptions {
  account?: string
  reason?: string
  operator?: string
  json: boolean
}

/**
 * Declares a command. An error of `run` means exit code 2; `run` reports wrong data by `process.exitCode`. A command on
 * one account requires a name and a reason before anything is opened; see `runLogged`.
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
      const action = { operator, line: lineOf(command, accountOf !== undefined), accountId: about, reason }
      await runLogged(workbench, action, () => run({ ...workbench, print, remark }, given, argument))
    })
  }
}

/** A command on no account, such as a nightly job, needs no name. */
const NAMELESS = 'unnamed'

function requireReasonAndOperator({ reason, operator }: OperatorOptions): void {
  if (reason === undefined) throw new Error('This looks at one account: say why with --reason "…". Its person reads it in the history.')
  if (operator === undefined) throw new Error('This looks at one account: say who you are with PRUMO_OPERATOR or --operator.')
}

/** The command line without personal data, operator and reason, which have fields of their own. */
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
 * Runs a command after recording it: an access to one account in the account's own log, all else in the operator log,
 * as well as an access that the account's log cannot take.
 */
async function runLogged(workbench: Workbench, action: OperatorAction, run: () => Promise<void>): Promise<void> {
  const { accountId, reason } = action
  if (accountId !== null && reason !== null && (await recordAccountAccess(workbench, { ...action, accountId, reason }))) return run()
  const log = new OperatorLog(workbench)
  const startSeq = await log.begin(action)
  try {
    await run()
  } catch (error) {
    // The command's own error matters more than a failure to record it.
    await log.end(action, startSeq, 'unanswered').catch(() => undefined)
    throw error
  }
  await log.end(action, startSeq, process.exitCode === exitCodes.wrong ? 'wrong' : 'ok')
}

/**
 * Exit codes for scripts: 0 all is well; 1 data is known to be wrong; 2 the call was not answered, because it was
 * malformed, a dependency is unreachable, or it was interrupted.
 */
export const exitCodes = { ok: 0, wrong: 1, unanswered: 2 } as const

/** One line of progress, overwritten; only on a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`)
}

/** Parses a UUID to lower case; fails with the given message. */
const uuidArgument = (otherwise: string) => (value: string) => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw new InvalidArgumentError(otherwise)
  return value.toLowerCase()
}

export const idArgument = uuidArgument('An id is a UUID.')
const accountArgument = uuidArgument('An account is a UUID; `account find <e-mail>` tells it.')

const MOST_OF_REASON = 200

/** A reason of one line, which the account's person can read. */
function reasonArgument(value: string): string {
  const reason = value.trim()
  // oxlint-disable-next-line no-control-regex
  if (reason.length < 3 || reason.length > MOST_OF_REASON || /[\u0000-\u001f\u007f]/.test(reason))
    throw new InvalidArgumentError(`A reason is one line of 3 to ${MOST_OF_REASON} characters, such as "pedido 4711".`)
  return reason
}

function operatorArgument(value: string): string | undefined {
  // An empty variable counts as missing.
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
