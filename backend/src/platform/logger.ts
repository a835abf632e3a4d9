import type { LoggerService } from '@nestjs/common'
import { pino, type Logger as Pino } from 'pino'
import type { Settings } from './config/settings.js'

/** Nest's components that log the wiring of the code at every start. */
const WIRING = new Set(['InstanceLoader', 'NestFactory', 'NestApplication', 'RouterExplorer', 'RoutesResolver'])

/**
 * Nest's logger on pino: JSON lines in production, readable lines in development. It logs no request by itself, because headers
 * and addresses contain tokens and personal data; `http/request-log.ts` selects the logged fields.
 */
export class StructuredLogger implements LoggerService {
  readonly #pino: Pino

  constructor({ production, logLevel: level }: Settings) {
    const transport = { target: 'pino-pretty', options: { singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } }
    // A transport is a thread, which a silent logger does not need.
    this.#pino = pino({ level, ...(!production && level !== 'silent' && { transport }) })
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest)
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest)
  }

  log(message: unknown, ...rest: unknown[]): void {
    if (!WIRING.has(String(rest.at(-1)))) this.#write('info', message, rest)
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest)
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest)
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest)
  }

  /** @param message a text, an error, or fields with the text in `rest` @param rest ends with Nest's context, a class name */
  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1)
    const [text] = rest.slice(0, -1)
    if (message instanceof Error) this.#pino[level]({ context, err: message })
    else if (typeof message === 'object') this.#pino[level]({ context, ...message }, text as string | undefined)
    else this.#pino[level]({ context, ...(text !== undefined && { stack: text }) }, message as string)
  }
}
