import { createHmac, randomBytes } from 'node:crypto'
import { KEY_BYTES, openBytes, sealBytes } from './sealing.js'

/** The key under which one account's personal data lies; it exists in clear in memory only. */
export class DataKey {
  constructor(private readonly bytes: Buffer) {}

  /** Base64 of the encrypted text; only the same context opens it again. */
  seal(text: string, context: string): string {
    return sealBytes(this.bytes, Buffer.from(text), context).toString('base64')
  }

  /** Throws when the text was not sealed by this key in this context. */
  open(sealed: string, context: string): string {
    return openBytes(this.bytes, Buffer.from(sealed, 'base64'), context).toString()
  }

  /** A keyed fingerprint: equal for equal texts of this account, meaningless to anyone without the key. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.bytes).update('prumo-fingerprint\n').update(text).digest()
  }
}

/** Makes account keys and wraps them for storage under the master key. */
export class AccountKeys {
  constructor(private readonly masterKey: Buffer) {
    if (masterKey.length !== KEY_BYTES) throw new Error(`MASTER_KEY must be ${KEY_BYTES} bytes`)
  }

  create(accountId: string): { key: DataKey; wrapped: Buffer } {
    const bytes = randomBytes(KEY_BYTES)
    return { key: new DataKey(bytes), wrapped: sealBytes(this.masterKey, bytes, accountId) }
  }

  /** Throws when the wrapped key is not this account's or was wrapped by another master key. */
  unwrap(accountId: string, wrapped: Buffer): DataKey {
    return new DataKey(openBytes(this.masterKey, wrapped, accountId))
  }
}
