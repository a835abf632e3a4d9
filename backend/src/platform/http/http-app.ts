import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { DynamicModule } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.js'
import { StructuredLogger } from '../logger.js'
import { BODY_LIMIT, BodyReader } from './body-reader.js'
import { Rejected } from '@prumo/shared/rejections'
import { answerClientError } from './client-error.js'
import { watchConnections } from './connections.js'
import { ContractPipe } from './contract.pipe.js'
import { asRejection, ErrorFilter, sendRejection } from './error.filter.js'
import { publishContract } from './openapi.js'
import { servePages } from './pages.js'
import { logRequests } from './request-log.js'
import { responseHeaders } from './response-headers.js'

const YEAR_SECONDS = 31_536_000

/** Time limits of clients in milliseconds, so that no connection is held indefinitely. */
const patience = {
  headers: 10_000,
  /** Without a byte in either direction: longer than the slowest answer, that of a reset on a silent Postgres. */
  connection: 70_000,
  /** Longer than load balancers keep theirs, so that none reuses a connection that is closed here. */
  keepAlive: 72_000,
  /** How often the limits are checked. */
  checkEvery: 1_000,
}

/** Assembles the server: parsers, headers, validation, error form, contract pages and the built app. It does not listen yet. */
export async function createHttpApp(root: DynamicModule, settings: Settings, appFolder: string): Promise<NestFastifyApplication> {
  const headersOf = responseHeaders(settings)
  const adapter = new FastifyAdapter({
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    bodyLimit: BODY_LIMIT,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.checkEvery },
    // Bodies have a minimum pace instead: `watchConnections`.
    requestTimeout: 0,
    connectionTimeout: patience.connection,
    keepAliveTimeout: patience.keepAlive,
    clientErrorHandler: answerClientError,
    // Framework errors bypass the hooks.
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) =>
      sendRejection((reply as FastifyReply).headers(headersOf('/api')), asRejection(error)),
  })
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { bodyParser: false, bufferLogs: true })
  app.useLogger(new StructuredLogger(settings))
  app.setGlobalPrefix('api')
  acceptJsonOnly(adapter)
  adapter.getInstance().addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw
    reply.headers(headersOf(request.url))
    done()
  })
  const answerPage = await serveApp(app, appFolder)
  await servePages(app, appFolder, settings)
  app.useGlobalPipes(new ContractPipe())
  app.useGlobalFilters(new ErrorFilter(answerPage))
  ignoreExpectations(app)
  watchConnections(app.getHttpServer())
  publishContract(app)
  logRequests(app, settings)
  return app
}

/** Accepts JSON bodies only; an empty body counts as none, with any content type. A route may ask for the raw bytes, or read its body itself. */
function acceptJsonOnly(adapter: FastifyAdapter): void {
  adapter.getInstance().removeContentTypeParser('text/plain')
  // Must run before any route is declared.
  adapter.getInstance().addHook('onRoute', (route) => {
    const { bodyLimit } = route.config ?? {}
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
  })
  const reader = new BodyReader()
  const read = async (request: FastifyRequest, payload: IncomingMessage) => {
    return request.routeOptions.config.streamedBody ? payload : reader.read(request, payload)
  }
  adapter.getInstance().addContentTypeParser('application/json', read)
  adapter.getInstance().addContentTypeParser(FORM_TYPES, async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.routeOptions.config.streamedBody) return payload
    if (!request.routeOptions.config.formBody) throw new Rejected('UNSUPPORTED_MEDIA_TYPE')
    await reader.drop(request, payload)
    return undefined
  })
  adapter.getInstance().addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!request.routeOptions.config.streamedBody) throw new Rejected('UNSUPPORTED_MEDIA_TYPE')
    return payload
  })
}

/** What mail programs post (RFC 8058, 3.1). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Answers a request with an unknown `Expect` header normally; Node's own 417 is not in the contract's form. */
function ignoreExpectations(app: NestFastifyApplication): void {
  const server: Server = app.getHttpServer()
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Serves the built files: content-addressed ones are cached forever, the others are revalidated.
 * @returns the handler of other addresses outside the API: the app for its screens, a redirect to the start page for the rest;
 *   null without a built app
 */
async function serveApp(
  app: NestFastifyApplication,
  appFolder: string,
): Promise<((request: FastifyRequest, reply: FastifyReply) => unknown) | null> {
  if (!existsSync(appFolder)) return null
  await app.register(fastifyStatic as never, {
    root: appFolder,
    wildcard: false,
    // They have routes of their own.
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
