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

const claims = z.union([
  z.object({ sub: z.guid(), sid: z.guid(), role: z.undefined().optional() }),
  z.object({ sub: z.guid(), sid: z.guid(), role: z.literal('guest'), grant: z.guid() }),
])

/** Signed tokens (JWT) that name an account and a session; those of guests also the role and the grant. */
@Injectable()
export class SessionTokens {
  readonly #signing: JwtService
  readonly #accepted: readonly JwtService[]

  constructor({ jwtSecrets: [first, ...rotated] }: Settings) {
    this.#signing = signerOf(first)
    this.#accepted = [this.#signing, ...rotated.map(signerOf)]
  }

  sign({ accountId, sessionId, grantId }: Caller, times: TokenTimes): string {
    return this.#signing.sign({ sub: accountId, sid: sessionId, ...(grantId !== undefined && { role: 'guest', grant: grantId }), ...times })
  }

  /** The caller named by a token; null if it has expired or no accepted secret signed it. @param now milliseconds since 1970 */
  read(token: string, now: number): Caller | null {
    for (const signer of this.#accepted) {
      try {
        const read = claims.parse(signer.verify(token, { clockTimestamp: Math.floor(now / 1000) }))
        return { accountId: read.sub, sessionId: read.sid, ...(read.role === 'guest' && { grantId: read.grant }) }
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
