import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../config/settings.js'
import { isApi } from './error.filter.js'

const YEAR_SECONDS = 31_536_000

type ResponseHeaders = Readonly<Record<string, string>>

/** API answers are private and current only at the moment they are sent. */
const noStore = { 'Cache-Control': 'no-store' }

/** Browser features that no page here uses, denied to injected code as well. */
const DENIED_FEATURES =
  'accelerometer autoplay camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock ' +
  'serial usb xr-spatial-tracking'
/** Features allowed to the product's own pages, but not to frames in them. */
const OWN_FEATURES = 'publickey-credentials-create publickey-credentials-get'
const PERMISSIONS = [
  ...DENIED_FEATURES.split(' ').map((name) => `${name}=()`),
  ...OWN_FEATURES.split(' ').map((name) => `${name}=(self)`),
].join(', ')

/** The headers of every answer, by address. Computed once: they are the same for every client. */
export function responseHeaders(settings: Settings): (url: string) => ResponseHeaders {
  const page = securityHeaders(settings, true)
  const api = { ...page, ...noStore }
  // The contract page is third-party code that builds markup from strings; no user signs in there.
  const contract = { ...securityHeaders(settings, false), ...noStore }
  return (url) => (/^\/api\/docs(?:[/?]|$)/.test(url) ? contract : isApi(url) ? api : page)
}

/** @param trustedTypes whether to require Trusted Types, with the policy in `frontend/public/first-paint.js` */
function securityHeaders({ publicUrl, contactUrl }: Settings, trustedTypes: boolean): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  const headers: Record<string, string> = { 'Permissions-Policy': PERMISSIONS }
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets measures in style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Receipts are shown from bytes that the page has read.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(contactUrl === null ? [] : [new URL(contactUrl).origin])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(trustedTypes && { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] }),
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
