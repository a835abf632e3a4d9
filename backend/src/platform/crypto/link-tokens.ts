import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 32

/** Tokens of mailed links, derived from a request's id. No token is stored, so a reader of the database finds no valid one. */
export class LinkTokens {
  readonly #key: Buffer
  readonly #accepted: readonly Buffer[]

  /**
   * @param secrets the first signs, all verify: the others are being rotated out @param purpose separates the tokens of
   *   different kinds of link
   */
  constructor([first, ...rotated]: readonly [string, ...string[]], purpose: string) {
    const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, MAC_BYTES))
    this.#key = keyOf(first)
    this.#accepted = [this.#key, ...rotated.map(keyOf)]
  }

  /** The token for a request. @param id a UUID */
  of(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    return Buffer.concat([bytes, mac(this.#key, bytes)]).toString('base64url')
  }

  /** The id of the request that a token belongs to; null for a forged or altered token. */
  idOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url')
    // Decoding ignores characters outside the alphabet.
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
    const id = bytes.subarray(0, ID_BYTES)
    if (!this.#accepted.some((key) => timingSafeEqual(bytes.subarray(ID_BYTES), mac(key, id)))) return null
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}

function mac(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest()
}
