import { createPublicKey, verify } from 'node:crypto'
import { createVapidKeys, isVapidPair, vapidAuthorization } from './vapid.js'

/** RFC 8292, section 2.4. */
const EXAMPLE =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6' +
  'Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ' +
  'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

/** Verifies as a push service does. @returns the texts of header and claims */
function readToken(authorization: string): [header: string, claims: string] {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true)
  return [Buffer.from(header, 'base64url').toString(), Buffer.from(claims, 'base64url').toString()]
}

it('has the header and the claims of the RFC’s example, signed', () => {
  const now = (1_453_523_768 - 12 * 3_600) * 1000
  const authorization = vapidAuthorization(
    createVapidKeys(),
    'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    'mailto:push@example.com',
    now,
  )
  expect(readToken(authorization)).toEqual(readToken(EXAMPLE))
})

it('makes key pairs that belong together', () => {
  const [one, other] = [createVapidKeys(), createVapidKeys()]
  expect(isVapidPair(one)).toBe(true)
  expect(isVapidPair({ ...one, privateKey: other.privateKey })).toBe(false)
  expect(isVapidPair({ publicKey: one.publicKey, privateKey: '' })).toBe(false)
  expect(isVapidPair({ publicKey: one.publicKey, privateKey: Buffer.alloc(32).toString('base64url') })).toBe(false)
})
