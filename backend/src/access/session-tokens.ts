import { createSecretKey } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import { z } from 'zod'
import { Settings } from '../platform/config/settings.js'
import type { Caller } from '../platform/http/caller.js'

/** When a token was made and when it ends, in seconds since 1970. */
interface TokenTimes {
  iat: number
  exp: number
}

const claims = z.object({ sub: z.guid(), sid: z.guid() })

/** What stands for a session on the wire: a signed text that names the account and the session. */
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

  /** Whom a token names; null when no secret of ours signed it, or its time is over. @param now milliseconds since 1970 */
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
  // With a text, each verification would first try to read it as a public key, which costs more than all the rest.
  const key = createSecretKey(Buffer.from(secret))
  return new JwtService({ secretOrKeyProvider: () => key, signOptions: { algorithm: 'HS256' }, verifyOptions: { algorithms: ['HS256'] } })
}
