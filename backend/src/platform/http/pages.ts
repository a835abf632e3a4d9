import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.js'

/** The build's list of pages outside the app. */
interface PageList {
  files: { path: string; file: string; type: string }[]
  redirects: Record<string, string>
}

/** A page ready to send: filled in, and compressed once. */
interface ServedPage {
  type: string
  etag: string
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer }
}

/** Placeholders in the build for values known only at run time. */
const PUBLIC_URL = 'https://public-url.invalid'
const CONTACT_URL = 'https://contact-url.invalid'
const OWN_CONTACT_URL = '/api/v1.0/email/send'

/** Takes under a tenth of a second for all pages; the best quality takes seconds for a tenth fewer bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Registers the routes of the pages outside the app and their redirects. Does nothing when the app is not built. */
export async function servePages(app: NestFastifyApplication, appFolder: string, settings: Settings): Promise<void> {
  const list = join(appFolder, 'pages.json')
  if (!existsSync(list)) return
  const { files, redirects } = JSON.parse(readFileSync(list, 'utf8')) as PageList
  const server = app.getHttpAdapter().getInstance()
  for (const { path, file, type } of files) {
    const page = await preparePage(readFileSync(join(appFolder, file), 'utf8'), type, settings)
    server.get(path, (request: FastifyRequest, reply: FastifyReply) => sendPage(page, request, reply))
  }
  server.get('/.well-known/change-password', (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(CHANGE_PASSWORD, 302))
  server.route({ method: 'POST', url: SHARE_TARGET, onRequest: redirectShare, handler: redirectShare })
  for (const [path, target] of Object.entries(redirects)) {
    server.get(path, (request: FastifyRequest, reply: FastifyReply) => reply.redirect(withQueryOf(request, target), 302))
  }
}

/** Where a password manager leads a person who wants another password. */
const CHANGE_PASSWORD = '/dashboard/settings?aba=conta'

/** The share target in the app's manifest. */
const SHARE_TARGET = '/dashboard/import'

/**
 * A share arrives here only when no service worker runs yet, which would have stored its file on the device. The body is not
 * read; the screen asks the user to choose the file.
 */
function redirectShare(_request: FastifyRequest, reply: FastifyReply): void {
  void reply.redirect(`${SHARE_TARGET}?compartilhado=0`, 303)
}

async function preparePage(built: string, type: string, { publicUrl, contactUrl }: Settings): Promise<ServedPage> {
  const text = built.replaceAll(PUBLIC_URL, escaped(publicUrl)).replaceAll(CONTACT_URL, escaped(contactUrl ?? OWN_CONTACT_URL))
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([brotli(identity, BROTLI), gzipped(identity)])
  return { type, etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22), bodies: { identity, br, gzip: gz } }
}

function sendPage({ type, etag, bodies }: ServedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = encodingFor(request)
  // Each encoding has its own tag, because a cache may hold several.
  const tag = `"${etag}-${encoding}"`
  reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: tag })
  if (request.headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag))
    return reply.status(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(type).send(bodies[encoding])
}

function encodingFor({ headers }: FastifyRequest): keyof ServedPage['bodies'] {
  const accepted = (headers['accept-encoding'] ?? '')
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** Keeps the request's query; the target's own parameters win. */
function withQueryOf({ url }: FastifyRequest, target: string): string {
  const [path = '', own] = target.split('?')
  const query = new URLSearchParams(url.split('?')[1])
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value)
  return `${path}?${query.toString()}`
}

/** Escaped for HTML and XML. */
function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
