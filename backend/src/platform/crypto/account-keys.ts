import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, randomFillSync, type KeyObject } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Overhead of sealing, in bytes. */
export const SEAL_OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES

const NONCES_AT_ONCE = 256
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE)
let used = NONCES_AT_ONCE

/** A random nonce; drawing many at once takes a tenth of the time. */
function nextNonce(): Buffer {
  if (used === NONCES_AT_ONCE) {
    randomFillSync(nonces)
    used = 0
  }
  const start = used++ * NONCE_BYTES
  return Buffer.from(nonces.subarray(start, start + NONCE_BYTES))
}

/**
 * Encrypts with AES-256-GCM. The context is authenticated, so a ciphertext cannot be moved to another place. The key is a
 * KeyObject: Node 24 converts raw bytes on each call, which takes longer than the encryption.
 */
function sealBytes(key: KeyObject, plain: Buffer, context: string): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Reverses `sealBytes`. Throws when key, context or bytes differ from those of the sealing. */
function openBytes(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()])
}

/** Length of a wrapped key in the first format, which has no master key id. */
export const UNNAMED_BYTES = KEY_BYTES + SEAL_OVERHEAD_BYTES

/** The key that encrypts one account's personal data; in plain form it exists only in memory. */
export class DataKey {
  readonly #key: KeyObject

  constructor(bytes: Buffer) {
    this.#key = createSecretKey(bytes)
  }

  /** Encrypts a text to base64; only the same context opens it. */
  seal(text: string, context: string): string {
    return sealBytes(this.#key, Buffer.from(text), context).toString('base64')
  }

  /** Throws when the text was not sealed by this key in this context. */
  open(sealed: string, context: string): string {
    return openBytes(this.#key, Buffer.from(sealed, 'base64'), context).toString()
  }

  /** Encrypts bytes; only the same context opens them. */
  sealBytes(plain: Buffer, context: string): Buffer {
    return sealBytes(this.#key, plain, context)
  }

  /** Throws when the bytes were not sealed by this key in this context. */
  openBytes(sealed: Buffer, context: string): Buffer {
    return openBytes(this.#key, sealed, context)
  }

  /** A keyed fingerprint: equal for equal texts of this account, and meaningless without the key. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.#key).update('prumo-fingerprint\n').update(text).digest()
  }
}

/**
 * Thrown when no given master key unwraps an account key: another one wrapped it, it belongs to another account, or it was
 * altered.
 */
export class UnopenedKey extends Error {
  override readonly name = 'UnopenedKey'

  constructor(accountId: string) {
    super(`The key of account ${accountId} does not open with the master keys given`)
  }
}

/** Length of a master key's id, in bytes. */
export const MASTER_KEY_ID_BYTES = 8

/** A master key with the id that wrapped keys carry; the id reveals nothing about the key. */
class MasterKey {
  readonly id: Buffer
  readonly key: KeyObject

  constructor(bytes: Buffer) {
    if (bytes.length !== KEY_BYTES) throw new Error(`A master key must be ${KEY_BYTES} bytes`)
    this.key = createSecretKey(bytes)
    this.id = createHmac('sha256', this.key).update('prumo-master-key').digest().subarray(0, MASTER_KEY_ID_BYTES)
  }
}

/**
 * Creates account keys and wraps them under the master key for storage. A wrapped key is the master key's id and the sealed
 * bytes; the first format has no id and is tried with every master key.
 */
export class AccountKeys {
  readonly #current: MasterKey
  readonly #accepted: readonly MasterKey[]

  /** @param others further master keys, which only unwrap, during a rotation */
  constructor(masterKey: Buffer, others: readonly Buffer[] = []) {
    this.#current = new MasterKey(masterKey)
    this.#accepted = [this.#current, ...others.map((bytes) => new MasterKey(bytes))]
  }

  /** The id of the master key that wraps new keys. */
  get presentId(): Buffer {
    return this.#current.id
  }

  /** The ids of all master keys that can unwrap. */
  get acceptedIds(): Buffer[] {
    return this.#accepted.map(({ id }) => id)
  }

  create(accountId: string): { key: DataKey; wrapped: Buffer } {
    const bytes = randomBytes(KEY_BYTES)
    return { key: new DataKey(bytes), wrapped: this.#wrap(accountId, bytes) }
  }

  /** Throws UnopenedKey. */
  unwrap(accountId: string, wrapped: Buffer): DataKey {
    return new DataKey(this.#open(accountId, wrapped))
  }

  /** Wraps the same account key under the current master key. Throws UnopenedKey. */
  rewrap(accountId: string, wrapped: Buffer): Buffer {
    return this.#wrap(accountId, this.#open(accountId, wrapped))
  }

  /** Keyed fingerprints of a text, one per master key, the current one first: equal for equal texts of one context. */
  fingerprints(text: string, context: string): Buffer[] {
    return this.#accepted.map(({ key }) => createHmac('sha256', key).update(`prumo-fingerprint\n${context}\n${text}`).digest())
  }

  #wrap(accountId: string, bytes: Buffer): Buffer {
    return Buffer.concat([this.#current.id, sealBytes(this.#current.key, bytes, accountId)])
  }

  #open(accountId: string, wrapped: Buffer): Buffer {
    const unnamed = wrapped.length === UNNAMED_BYTES
    const sealed = unnamed ? wrapped : wrapped.subarray(MASTER_KEY_ID_BYTES)
    for (const { id, key } of this.#accepted) {
      if (!unnamed && !wrapped.subarray(0, MASTER_KEY_ID_BYTES).equals(id)) continue
      try {
        return openBytes(key, sealed, accountId)
      } catch {
        // Without an id, the next master key may fit; with an id, no other can.
      }
    }
    throw new UnopenedKey(accountId)
  }
}
