import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, randomFillSync, type KeyObject } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** How many bytes longer than the plain ones sealed bytes are. */
const SEALED_MORE_BYTES = NONCE_BYTES + TAG_BYTES

const NONCES_AT_ONCE = 256
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE)
let used = NONCES_AT_ONCE

/** A random nonce of its own memory; drawing many at once costs a tenth of drawing each. */
function nextNonce(): Buffer {
  if (used === NONCES_AT_ONCE) {
    randomFillSync(nonces)
    used = 0
  }
  const start = used++ * NONCE_BYTES
  return Buffer.from(nonces.subarray(start, start + NONCE_BYTES))
}

/**
 * Encrypts with AES-256-GCM; the context is authenticated, so a value cannot be moved to another place.
 * The key is an object, because Node 24 makes one of bytes each time, which takes longer than all the rest.
 */
function sealBytes(key: KeyObject, plain: Buffer, context: string): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The opposite of `sealBytes`. Throws when key, context or bytes are not the ones it was sealed with. */
function openBytes(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()])
}

/** Length of a wrapped key that does not name its master key. */
export const UNNAMED_BYTES = KEY_BYTES + SEALED_MORE_BYTES

/** The key under which one account's personal data lies; it exists in clear in memory only. */
export class DataKey {
  readonly #key: KeyObject

  constructor(bytes: Buffer) {
    this.#key = createSecretKey(bytes)
  }

  /** Base64 of the encrypted text; only the same context opens it again. */
  seal(text: string, context: string): string {
    return sealBytes(this.#key, Buffer.from(text), context).toString('base64')
  }

  /** Throws when the text was not sealed by this key in this context. */
  open(sealed: string, context: string): string {
    return openBytes(this.#key, Buffer.from(sealed, 'base64'), context).toString()
  }

  /** A keyed fingerprint: equal for equal texts of this account, meaningless to anyone without the key. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.#key).update('prumo-fingerprint\n').update(text).digest()
  }
}

/** Thrown for a wrapped key that no given master key opens: it was wrapped by another, is another account's, or was altered. */
export class UnopenedKey extends Error {
  override readonly name = 'UnopenedKey'

  constructor(accountId: string) {
    super(`The key of account ${accountId} does not open with the master keys given`)
  }
}

/** Length of a master key's id, in bytes. */
export const MASTER_KEY_ID_BYTES = 8

/** A master key with the id by which a wrapped key names it; the id tells nothing of the key. */
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
 * Makes account keys and wraps them for storage under the master key. A wrapped key is the id of its master key and
 * the sealed bytes; the first ones there were have no id and are opened by whichever master key fits.
 */
export class AccountKeys {
  readonly #present: MasterKey
  readonly #accepted: readonly MasterKey[]

  /** @param others further master keys whose wrapped keys are opened, while one takes the place of another */
  constructor(masterKey: Buffer, others: readonly Buffer[] = []) {
    this.#present = new MasterKey(masterKey)
    this.#accepted = [this.#present, ...others.map((bytes) => new MasterKey(bytes))]
  }

  /** The id of the master key that wraps from now on. */
  get presentId(): Buffer {
    return this.#present.id
  }

  /** The ids of all master keys whose wrapped keys can be opened. */
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

  /** The same account key wrapped by the present master key. Throws UnopenedKey. */
  rewrap(accountId: string, wrapped: Buffer): Buffer {
    return this.#wrap(accountId, this.#open(accountId, wrapped))
  }

  /** Keyed fingerprints of a text, one under each master key, the present one's first: equal for equal texts of one context. */
  fingerprints(text: string, context: string): Buffer[] {
    return this.#accepted.map(({ key }) => createHmac('sha256', key).update(`prumo-fingerprint\n${context}\n${text}`).digest())
  }

  #wrap(accountId: string, bytes: Buffer): Buffer {
    return Buffer.concat([this.#present.id, sealBytes(this.#present.key, bytes, accountId)])
  }

  #open(accountId: string, wrapped: Buffer): Buffer {
    const unnamed = wrapped.length === UNNAMED_BYTES
    const sealed = unnamed ? wrapped : wrapped.subarray(MASTER_KEY_ID_BYTES)
    for (const { id, key } of this.#accepted) {
      if (!unnamed && !wrapped.subarray(0, MASTER_KEY_ID_BYTES).equals(id)) continue
      try {
        return openBytes(key, sealed, accountId)
      } catch {
        // An unnamed one may be another master key's; a named one is nobody else's.
      }
    }
    throw new UnopenedKey(accountId)
  }
}
