import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Message encryption for web push: RFC 8291 with the content coding aes128gcm of RFC 8188, in one record. */

const SALT_BYTES = 16
const AUTH_BYTES = 16
const POINT_BYTES = 65
const TAG_BYTES = 16
const RECORD_BYTES = 4_096
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.of(2)

/** The most bytes of a message: push services accept a body of 4096. */
export const MAX_PUSH_BYTES = RECORD_BYTES - HEADER_BYTES - LAST_RECORD.length - TAG_BYTES

/** The keys of a browser's subscription, in base64url. */
export interface SubscriptionKeys {
  /** Its public key on P-256, uncompressed. */
  p256dh: string
  auth: string
}

/** What is random in each message. */
interface MessageSecrets {
  privateKey: Buffer
  salt: Buffer
}

/** The encrypted body. Throws for keys that are invalid, and RangeError for a message over `MAX_PUSH_BYTES`. */
export function encryptPush(message: Buffer, { p256dh, auth }: SubscriptionKeys, secrets?: MessageSecrets): Buffer {
  if (message.length > MAX_PUSH_BYTES) throw new RangeError('The message is too large for a push')
  const sender = createECDH('prime256v1')
  if (secrets) sender.setPrivateKey(secrets.privateKey)
  else sender.generateKeys()
  const salt = secrets?.salt ?? randomBytes(SALT_BYTES)
  const [receiverPoint, senderPoint] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()]
  const authSecret = Buffer.from(auth, 'base64url')
  const shared = sender.computeSecret(receiverPoint)
  const derive = (key: Buffer, from: Buffer, info: readonly (string | Buffer)[], bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const keying = derive(shared, authSecret, ['WebPush: info\0', receiverPoint, senderPoint], 32)
  const contentKey = derive(keying, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(keying, salt, ['Content-Encoding: nonce\0'], 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const header = Buffer.concat([salt, Buffer.alloc(4), Buffer.of(POINT_BYTES), senderPoint])
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES)
  return Buffer.concat([header, cipher.update(message), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()])
}

/** Whether a message can be encrypted with these keys: the point is on the curve, and both have their length. */
export function areValidKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}
