import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { DynamicModule } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply } from 'fastify'
import helmet from 'helmet'
import { Logger } from 'nestjs-pino'
import type { Settings } from '../config/settings.js'
import { ContractPipe } from './contract.pipe.js'
import { asRejection, ErrorFilter, sendRejection } from './error.filter.js'
import { publishContract } from './openapi.js'
import { logRequests } from './request-log.js'

/** The largest body the contract accepts, in bytes. */
const BODY_LIMIT = 102_400
const YEAR_SECONDS = 31_536_000

/** Assembles the server: parsers, headers, validation, error form, contract pages and the built app. Not listening yet. */
export async function createHttpApp(root: DynamicModule, settings: Settings, appFolder: string): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    genReqId: () => randomUUID(),
    // Only a proxy of our own network may say whom it speaks for.
    trustProxy: 'loopback, linklocal, uniquelocal',
    bodyLimit: BODY_LIMIT,
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) => sendRejection(reply as FastifyReply, asRejection(error)),
  })
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { bodyParser: false, bufferLogs: true })
  app.useLogger(app.get(Logger))
  app.setGlobalPrefix('api')
  acceptJsonOnly(app, adapter)
  sendWithAll(adapter, securityHeaders(settings))
  const sendApp = await serveApp(app, appFolder)
  app.useGlobalPipes(new ContractPipe())
  app.useGlobalFilters(new ErrorFilter(sendApp))
  publishContract(app)
  logRequests(app, settings)
  return app
}

/** A body is JSON or it is refused; an empty one counts as none, whatever its content type says. */
function acceptJsonOnly(app: NestFastifyApplication, adapter: FastifyAdapter): void {
  adapter.getInstance().removeContentTypeParser('text/plain')
  app.useBodyParser('application/json', { bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    const text = body.toString()
    if (text.trim() === '') return done(null, undefined)
    try {
      done(null, JSON.parse(text))
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined)
    }
  })
}

function sendWithAll(adapter: FastifyAdapter, headers: Readonly<Record<string, string>>): void {
  adapter.getInstance().addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Put together once: they say the same to everyone. */
function securityHeaders({ publicUrl, contactUrl }: Settings): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  const headers: Record<string, string> = {}
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets its measures in style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(contactUrl === null ? [] : [new URL(contactUrl).origin])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  const response = { setHeader: (name: string, value: string) => void (headers[name] = value), removeHeader: () => undefined }
  write({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}

/** Serves the built app: what is named by its content for ever, the rest asked for anew each time. */
async function serveApp(app: NestFastifyApplication, appFolder: string): Promise<((reply: FastifyReply) => unknown) | null> {
  if (!existsSync(appFolder)) return null
  await app.register(fastifyStatic as never, {
    root: appFolder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply: FastifyReply, path: string) => {
      const forever = path.startsWith(join(appFolder, 'assets'))
      reply.header('Cache-Control', forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  return (reply) => reply.status(200).sendFile('index.html')
}
