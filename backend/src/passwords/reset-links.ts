import { Injectable } from '@nestjs/common'
import { Settings } from '../platform/config/settings.js'
import { LinkTokens } from '../platform/crypto/link-tokens.js'

/** The links that reset a password. */
@Injectable()
export class ResetLinks {
  readonly #tokens: LinkTokens
  readonly #publicUrl: string

  constructor({ jwtSecrets, publicUrl }: Settings) {
    this.#tokens = new LinkTokens(jwtSecrets, 'prumo-password-reset')
    this.#publicUrl = publicUrl
  }

  /** The mailed link. The token is in the fragment, which browsers send to no server and no referrer contains. */
  of(id: string): string {
    return `${this.#publicUrl}/reset-password#token=${this.#tokens.of(id)}`
  }

  /** The request of a token; null if the token is forged or altered. */
  idOf(token: string): string | null {
    return this.#tokens.idOf(token)
  }
}
