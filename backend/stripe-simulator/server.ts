import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { Api } from './api.js'
import { type PageAnswer, showCheckout, takeCheckoutForm } from './checkout-page.js'
import { requireSession } from './checkout.js'
import { controlPage, takeControl } from './controls.js'
import type { WebhookDeliveries } from './deliveries.js'
import { html, page } from './page.js'
import { advanceTime } from './passing-time.js'
import { showPortal, takePortalForm } from './portal-page.js'
import { requirePortalSession } from './portal.js'
import { StripeError } from './stripe-error.js'
import type { SimulatorWorld } from './world.js'

/** One address for the API under `/v1`, the hosted pages and the simulator's controls. */

const MAX_BODY = 1_000_000
/** Stripe too waits for the webhook endpoint before it redirects a payer. */
const DELIVERED_MS = 10_000
/** Longer than clients keep an idle connection: closing it first here would lose their next request. */
const KEEP_ALIVE_MS = 72_000

export function createSimulatorServer(world: SimulatorWorld, deliveries: WebhookDeliveries): Server {
  const api = new Api(world)
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(world, deliveries, api, request, response).catch((error: unknown) => {
      const { status, message } = error instanceof StripeError ? error : { status: 500, message: 'The simulator failed.' }
      if (status === 500) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      if (response.headersSent) return void response.destroy()
      const seen = !/^\/(simulator|v1)\//.test(request.url ?? '')
      if (!seen) return send(response, status, 'application/json', JSON.stringify({ error: { message } }))
      send(
        response,
        status,
        'text/html; charset=utf-8',
        page('Erro', html`<h1>${status === 404 ? 'Esta página não existe.' : 'O simulador falhou.'}</h1>`),
      )
    })
  })
}

async function answer(
  world: SimulatorWorld,
  deliveries: WebhookDeliveries,
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request
  const { pathname: path, search } = new URL(request.url ?? '/', 'http://simulator')
  const body = await bodyOf(request)
  advanceTime(world)
  if (path.startsWith('/v1/')) {
    const result = await api.answer({ method, path, query: search.slice(1), headers: request.headers, body })
    deliveries.wake()
    response.writeHead(result.status, result.headers).end(result.body)
    return
  }
  if (method !== 'GET' && method !== 'POST') throw new StripeError(404, `There is no ${method} here.`)
  const form = new URLSearchParams(body)
  const [, area, ...rest] = path.split('/')
  if (path === '/' || path === '/simulator') return send(response, 200, 'text/html; charset=utf-8', controlPage(world))
  if (path === '/simulator/clock' && method === 'GET') return send(response, 200, 'application/json', JSON.stringify({ now: world.now() }))
  if (area === 'simulator' && method === 'POST') {
    const result = await takeControl(world, deliveries, rest.join('/'), form)
    return request.headers.accept?.includes('text/html')
      ? redirect(response, '/simulator')
      : send(response, 200, 'application/json', JSON.stringify(result))
  }
  const result = world.store.change(() => pageAt(world, path, method, form))
  if (method === 'POST') await deliveries.untilTried(DELIVERED_MS)
  if ('redirect' in result) redirect(response, result.redirect)
  else send(response, result.status, 'text/html; charset=utf-8', result.page)
}

function pageAt(world: SimulatorWorld, path: string, method: string, form: URLSearchParams): PageAnswer {
  const checkout = /^\/c\/pay\/([^/]+)$/.exec(path)?.[1]
  const portal = /^\/p\/session\/([^/]+)$/.exec(path)?.[1]
  if (checkout !== undefined) {
    const session = requireSession(world, checkout)
    return method === 'POST' ? takeCheckoutForm(world, session, form) : showCheckout(world, session)
  }
  if (portal !== undefined) {
    const session = requirePortalSession(world, portal)
    return method === 'POST' ? takePortalForm(world, session, form) : showPortal(world, session)
  }
  throw new StripeError(404, `There is no ${path} here.`)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new StripeError(413, 'The request is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
