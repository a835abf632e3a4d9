import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Settings } from '../config/settings.js'
import { isApi } from './error.filter.js'

const YEAR_SECONDS = 31_536_000

type ResponseHeaders = Readonly<Record<string, string>>

/** Of what the API answers nothing is kept on the way: it is somebody's, and true for that moment. */
const unstored = { 'Cache-Control': 'no-store' }

/** What no page here asks of a device, nor anything that would get into one. */
const REFUSED =
  'accelerometer autoplay camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock ' +
  'serial usb xr-spatial-tracking'
/** What our own pages may ask, and nothing that would be framed by them. */
const OWN = 'publickey-credentials-create publickey-credentials-get'
const PERMISSIONS = [...REFUSED.split(' ').map((name) => `${name}=()`), ...OWN.split(' ').map((name) => `${name}=(self)`)].join(', ')

/** The headers that each answer bears, by the address that was asked for. Put together once: they say the same to everyone. */
export function responseHeaders(settings: Settings): (url: string) => ResponseHeaders {
  const page = securityHeaders(settings, true)
  const api = { ...page, ...unstored }
  // The page that shows the contract is not our code, and makes markup of texts; nobody signs in there.
  const contract = { ...securityHeaders(settings, false), ...unstored }
  return (url) => (/^\/api\/docs(?:[/?]|$)/.test(url) ? contract : isApi(url) ? api : page)
}

/** @param trustedTypes whether no text becomes code but by leave of the policy in `frontend/public/first-paint.js` */
function securityHeaders({ publicUrl, contactUrl }: Settings, trustedTypes: boolean): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  const headers: Record<string, string> = { 'Permissions-Policy': PERMISSIONS }
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
