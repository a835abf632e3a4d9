import { Injectable } from '@nestjs/common'
import type { Assertion } from '@prumo/shared/passkeys'
import { Database } from '../../platform/database/database.js'
import type { Caller } from '../../platform/http/caller.js'
import type { PasskeyUse } from '../sessions.js'
import { PasskeyChallenges } from './passkey-challenges.js'
import { PasskeyEntity } from './passkey.entity.js'
import { challengeIn, RelyingParty } from './relying-party.js'

/** Judges what devices signed. */
@Injectable()
export class PasskeyAssertions {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
  ) {}

  /**
   * Whose passkey answered a challenge, which is used up by that; null where it is not as it has to be. It holds once the
   * use was noted: until then the passkey may be removed, or have answered elsewhere.
   * @param caller whose passkey it has to be, and to whom the challenge was given; null before there is a session
   */
  async judge(assertion: Assertion, caller: Caller | null): Promise<PasskeyUse | null> {
    const challenge = challengeIn(assertion)
    if (challenge === null || !(await this.challenges.take(challenge, caller ? 'confirm' : 'login', caller))) return null
    const passkey = await this.database.dataSource.getRepository(PasskeyEntity).findOneBy({ credentialId: assertion.id })
    if (!passkey || (caller && passkey.userId !== caller.accountId)) return null
    const counter = await this.relyingParty.verifyAssertion(assertion, challenge, passkey)
    return counter === null ? null : { accountId: passkey.userId, passkeyId: passkey.id, counter }
  }
}
