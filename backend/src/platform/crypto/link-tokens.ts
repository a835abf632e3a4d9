import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 32

/**
 * Tokens of links that are mailed. Each is made from the id of a request, so it is stored nowhere, and whoever reads the
 * database finds none that works.
 */
export class LinkTokens {
  readonly #key: Buffer
  readonly #accepted: readonly Buffer[]

  /**
   * @param secrets the first makes tokens, the others are being rotated out and still accepted @param purpose no token of another
   * one is accepted
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

  /** The request that a token was made for; null when it was made elsewhere, or anything was added to it. */
  idOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url')
    // Decoding overlooks what does not belong to it.
    if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null
    const id = bytes.subarray(0, ID_BYTES)
    if (!this.#accepted.some((key) => timingSafeEqual(bytes.subarray(ID_BYTES), mac(key, id)))) return null
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}

function mac(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest()
}
