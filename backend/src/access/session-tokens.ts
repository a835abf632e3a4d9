import { createSecretKey } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import { z } from 'zod'
import { Settings } from '../platform/config/settings.js'
import type { Caller } from '../platform/http/caller.js'

/** When a token was issued and when it expires, in seconds since 1970. */
interface TokenTimes {
  iat: number
  exp: number
}

const claims = z.object({ sub: z.guid(), sid: z.guid() })

/** Signed tokens (JWT) that name an account and a session. */
@Injectable()
export class SessionTokens {
  readonly #signing: JwtService
  readonly #accepted: readonly JwtService[]

  constructor({ jwtSecrets: [first, ...rotated] }: Settings) {
    this.#signing = signerOf(first)
    this.#accepted = [this.#signing, ...rotated.map(signerOf)]
  }

  sign({ accountId, sessionId }: Caller, times: TokenTimes): string {
    return this.#signing.sign({ sub: accountId, sid: sessionId, ...times })
  }

  /** The caller named by a token; null if it has expired or no accepted secret signed it. @param now milliseconds since 1970 */
  read(token: string, now: number): Caller | null {
    for (const signer of this.#accepted) {
      try {
        const { sub, sid } = claims.parse(signer.verify(token, { clockTimestamp: Math.floor(now / 1000) }))
        return { accountId: sub, sessionId: sid }
      } catch {
        // The next secret may have signed it.
      }
    }
    return null
  }
}

function signerOf(secret: string): JwtService {
  // Given a string, each verification would first try to parse it as a public key, which costs more than everything
  // else.
  const key = createSecretKey(Buffer.from(secret))
  return new JwtService({ secretOrKeyProvider: () => key, signOptions: { algorithm: 'HS256' }, verifyOptions: { algorithms: ['HS256'] } })
}
