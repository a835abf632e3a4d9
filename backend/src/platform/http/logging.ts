import type { Params } from 'nestjs-pino'
import type { Settings } from '../config/settings.js'

/** Parts of Nest that tell at every start what the code already says. */
const WIRING = new Set(['InstanceLoader', 'NestFactory', 'NestApplication', 'RouterExplorer', 'RoutesResolver'])
const INFO = 30

/**
 * One JSON line each in production, readable lines in development. What is told of a request is in `request-log.ts`;
 * the logger itself must not describe requests, whose headers and addresses hold tokens and people's data.
 */
export function loggingOf({ production, logLevel }: Settings): Params {
  return {
    pinoHttp: {
      level: logLevel,
      hooks: {
        logMethod(entry, log, level) {
          const { context = '' } = (entry[0] ?? {}) as { context?: string }
          if (level > INFO || !WIRING.has(context)) log.apply(this, entry)
        },
      },
      ...(production
        ? {}
        : { transport: { target: 'pino-pretty', options: { singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }),
    },
    // Lines name their request themselves: a logger that follows each request through every promise costs more than the request.
    forRoutes: [],
  }
}
