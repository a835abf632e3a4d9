import { Injectable } from '@nestjs/common'
import { Settings } from '../platform/config/settings.js'
import { LinkTokens } from '../platform/crypto/link-tokens.js'

/** The links by which people set a new password. */
@Injectable()
export class ResetLinks {
  readonly #tokens: LinkTokens
  readonly #publicUrl: string

  constructor({ jwtSecrets, publicUrl }: Settings) {
    this.#tokens = new LinkTokens(jwtSecrets, 'prumo-password-reset')
    this.#publicUrl = publicUrl
  }

  /** The link to mail for a request. The token is in the fragment, which no server, log or other page is told of. */
  of(id: string): string {
    return `${this.#publicUrl}/reset-password#token=${this.#tokens.of(id)}`
  }

  /** The request that a token was made for; null when it was made elsewhere, or anything was added to it. */
  idOf(token: string): string | null {
    return this.#tokens.idOf(token)
  }
}
