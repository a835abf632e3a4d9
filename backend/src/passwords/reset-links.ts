import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Settings } from '../platform/config/settings.js'

const ID_BYTES = 16
const MAC_BYTES = 32

/** The links by which people set a new password. Their token is made from the id of a request, so it is stored nowhere. */
@Injectable()
export class ResetLinks {
  readonly #key: Buffer
  readonly #publicUrl: string

  constructor({ jwtSecret, publicUrl }: Settings) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'prumo-password-reset', MAC_BYTES))
    this.#publicUrl = publicUrl
  }

  /** The link to mail for a request. */
  of(id: string): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    return `${this.#publicUrl}/reset-password?token=${Buffer.concat([bytes, this.#mac(bytes)]).toString('base64url')}`
  }

  /** The request that a token was made for; null when it was made elsewhere. */
  idOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== ID_BYTES + MAC_BYTES) return null
    const id = bytes.subarray(0, ID_BYTES)
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), this.#mac(id))) return null
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  #mac(id: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(id).digest()
  }
}
