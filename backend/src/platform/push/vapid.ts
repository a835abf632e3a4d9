import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** How this server identifies itself to push services: RFC 8292. */

/** Half of the longest validity that the RFC permits. */
const VALID_SECONDS = 12 * 3_600
const PRIVATE_BYTES = 32

/** A key pair on P-256 in base64url: the public key uncompressed, the private key as its number. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export function createVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // A number with leading zeros is shorter.
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_BYTES), pair.getPrivateKey()]).subarray(-PRIVATE_BYTES)
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

/** Whether both keys are well-formed and belong together. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== PRIVATE_BYTES) return false
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

/**
 * The `Authorization` of a request to a push service.
 * @param endpoint of the subscription @param subject a `mailto:` address of the operator @param now milliseconds since 1970
 */
export function vapidAuthorization({ publicKey, privateKey }: VapidKeys, endpoint: string, subject: string, now: number): string {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [string, string]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + VALID_SECONDS, sub: subject }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`
}
