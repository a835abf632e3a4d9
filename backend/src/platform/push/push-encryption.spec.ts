import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { decryptPush } from '../../../test/test-push-service.js'
import { areValidKeys, encryptPush, MAX_PUSH_BYTES } from './push-encryption.js'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('encrypts the example of the RFC to its bytes', () => {
  const secrets = { privateKey: bytes(example.senderPrivate), salt: bytes(example.salt) }
  expect(encryptPush(Buffer.from(example.message), example.keys, secrets).toString('base64url')).toBe(example.body)
  expect(decryptPush(bytes(example.body), bytes(example.receiverPrivate), bytes(example.keys.auth))).toBe(example.message)
})

it('encrypts any message so that its subscription alone decrypts it, each time anew', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.uint8Array({ minLength: 16, maxLength: 16 }), (message, auth) => {
      const receiver = createECDH('prime256v1')
      const keys = { p256dh: receiver.generateKeys('base64url'), auth: Buffer.from(auth).toString('base64url') }
      const bodies = [1, 2].map(() => encryptPush(Buffer.from(message), keys))
      for (const body of bodies) expect(decryptPush(body, receiver.getPrivateKey(), Buffer.from(auth))).toBe(message)
      expect(bodies[0]?.equals(bodies[1] as Buffer)).toBe(false)
      expect(() => decryptPush(bodies[0] as Buffer, bytes(example.receiverPrivate), Buffer.from(auth))).toThrow(/authenticate/)
    }),
    { numRuns: 30 },
  )
})

it('fills a record of 4096 bytes at most', () => {
  expect(encryptPush(Buffer.alloc(MAX_PUSH_BYTES, 'a'), example.keys)).toHaveLength(4_096)
  expect(() => encryptPush(Buffer.alloc(MAX_PUSH_BYTES + 1), example.keys)).toThrow(RangeError)
})

it('recognises keys with which nothing can be encrypted', () => {
  const { p256dh, auth } = example.keys
  const point = bytes(p256dh)
  point.writeUInt8((point.at(-1) as number) ^ 1, 64)
  expect(areValidKeys(example.keys)).toBe(true)
  expect(areValidKeys({ p256dh: point.toString('base64url'), auth })).toBe(false)
  expect(areValidKeys({ p256dh: bytes(p256dh).subarray(0, 64).toString('base64url'), auth })).toBe(false)
  expect(areValidKeys({ p256dh, auth: bytes(auth).subarray(1).toString('base64url') })).toBe(false)
})
