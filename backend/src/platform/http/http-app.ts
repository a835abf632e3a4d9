import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { DynamicModule } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Logger } from 'nestjs-pino'
import type { Settings } from '../config/settings.js'
import { answerClientError } from './client-error.js'
import { ContractPipe } from './contract.pipe.js'
import { asRejection, ErrorFilter, isApi, sendRejection } from './error.filter.js'
import { parseJsonBody } from './json-body.js'
import { publishContract } from './openapi.js'
import { servePages } from './pages.js'
import { logRequests } from './request-log.js'

/** The largest body the contract accepts, in bytes. */
const BODY_LIMIT = 102_400
const YEAR_SECONDS = 31_536_000

/** How long a client may take, in milliseconds, so that none holds a connection for ever. */
const patience = {
  headers: 10_000,
  /** Headers and body; time enough for the largest one from a bad place. */
  request: 30_000,
  /** Without a byte either way: longer than the slowest answer takes, that of a reset whose Postgres fell silent. */
  connection: 70_000,
  /** Longer than load balancers keep theirs, so that it is not ended here while one sends the next request. */
  keepAlive: 72_000,
  /** How often it is looked whose time is over. */
  look: 1_000,
}

/** Assembles the server: parsers, headers, validation, error form, contract pages and the built app. Not listening yet. */
export async function createHttpApp(root: DynamicModule, settings: Settings, appFolder: string): Promise<NestFastifyApplication> {
  const headers = securityHeaders(settings)
  const adapter = new FastifyAdapter({
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    bodyLimit: BODY_LIMIT,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.look },
    requestTimeout: patience.request,
    connectionTimeout: patience.connection,
    keepAliveTimeout: patience.keepAlive,
    clientErrorHandler: answerClientError,
    // These pass no hook.
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) =>
      sendRejection((reply as FastifyReply).headers({ ...headers, ...unstored }), asRejection(error)),
  })
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { bodyParser: false, bufferLogs: true })
  app.useLogger(app.get(Logger))
  app.setGlobalPrefix('api')
  acceptJsonOnly(app, adapter)
  sendWithAll(adapter, headers)
  const answerPage = await serveApp(app, appFolder)
  await servePages(app, appFolder, settings)
  app.useGlobalPipes(new ContractPipe())
  app.useGlobalFilters(new ErrorFilter(answerPage))
  ignoreExpectations(app)
  publishContract(app)
  logRequests(app, settings)
  return app
}

/** A body is JSON or it is refused; an empty one counts as none, whatever its content type says. A route may ask for its bytes. */
function acceptJsonOnly(app: NestFastifyApplication, adapter: FastifyAdapter): void {
  adapter.getInstance().removeContentTypeParser('text/plain')
  // Before any route is declared.
  adapter.getInstance().addHook('onRoute', (route) => {
    const { bodyLimit } = route.config ?? {}
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
  })
  app.useBodyParser('application/json', {}, (request, body, done) => {
    done(null, request.routeOptions.config.rawBody ? body : parseJsonBody(body))
  })
}

/** A request that expects something unheard of is answered as any other; Node's own refusal is not in the contract's form. */
function ignoreExpectations(app: NestFastifyApplication): void {
  const server: Server = app.getHttpServer()
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Of what the API answers nothing is kept on the way: it is somebody's, and true for that moment. */
const unstored = { 'Cache-Control': 'no-store' }

function sendWithAll(adapter: FastifyAdapter, headers: Readonly<Record<string, string>>): void {
  const withApi = { ...headers, ...unstored }
  adapter.getInstance().addHook('onRequest', (request, reply, done) => {
    reply.headers(isApi(request.url) ? withApi : headers)
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

/**
 * Serves the built files: what is named by its content for ever, the rest asked for anew each time.
 * @returns what answers any other address outside the API: with the app, whose screens it may be, or by leading to the start
 */
async function serveApp(
  app: NestFastifyApplication,
  appFolder: string,
): Promise<((request: FastifyRequest, reply: FastifyReply) => unknown) | null> {
  if (!existsSync(appFolder)) return null
  await app.register(fastifyStatic as never, {
    root: appFolder,
    wildcard: false,
    // They have addresses of their own.
    index: false,
    globIgnore: ['index.html*', 'pages.json*', 'pages/**'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply: FastifyReply, path: string) => {
      const forever = path.startsWith(join(appFolder, 'assets'))
      reply.header('Cache-Control', forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  return ({ url }, reply) => (/^\/dashboard(?:[/?]|$)/.test(url) ? reply.status(200).sendFile('index.html') : reply.redirect('/', 302))
}
