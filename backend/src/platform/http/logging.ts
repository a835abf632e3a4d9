import type { Params } from 'nestjs-pino'
import type { Settings } from '../config/settings.js'

/** Parts of Nest that tell at every start what the code already says. */
const WIRING = new Set(['InstanceLoader', 'NestFactory', 'NestApplication', 'RouterExplorer', 'RoutesResolver'])
const INFO = 30

/**
 * One JSON line a request in production, readable lines in development. Of a request only method, path and
 * outcome are told: addresses hold searches, headers hold tokens, bodies hold people's data.
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
      ...(production ? {} : { transport: { target: 'pino-pretty', options: { singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({ id: request.id, method: request.method, path: request.url.split('?', 1)[0] }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
      autoLogging: { ignore: (request) => !request.url?.startsWith('/api/') || request.url.startsWith('/api/health/') },
      customSuccessMessage: (request, response) => `${request.method} ${response.statusCode}`,
      customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : production ? 'info' : 'debug'),
    },
  }
}
