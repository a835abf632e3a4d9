import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Settings } from '../platform/config/settings.js'

const ID_BYTES = 16
const MAC_BYTES = 32

/** The links by which people set a new password. Their token is made from the id of a request, so it is stored nowhere. */
@Injectable()
export class ResetLinks {
  readonly #key: Buffer
  readonly #accepted: readonly Buffer[]
  readonly #publicUrl: string

  constructor({ jwtSecrets: [first, ...rotated], publicUrl }: Settings) {
    this.#key = keyOf(first)
    this.#accepted = [this.#key, ...rotated.map(keyOf)]
    this.#publicUrl = publicUrl
  }

  /** The link to mail for a request. The token is in the fragment, which no server, log or other page is told of. */
  of(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    return `${this.#publicUrl}/reset-password#token=${Buffer.concat([bytes, mac(this.#key, bytes)]).toString('base64url')}`
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

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'prumo-password-reset', MAC_BYTES))
}

function mac(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest()
}
