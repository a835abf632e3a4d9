import { Injectable } from '@nestjs/common'
import type { Assertion } from '@prumo/shared/passkeys'
import { Database } from '../../platform/database/database.js'
import type { Caller } from '../../platform/http/caller.js'
import type { PasskeyUse } from '../sessions.js'
import { PasskeyChallenges } from './passkey-challenges.js'
import { PasskeyEntity } from './passkey.entity.js'
import { challengeIn, RelyingParty } from './relying-party.js'

/** Verifies signatures of passkeys. */
@Injectable()
export class PasskeyAssertions {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
  ) {}

  /**
   * The passkey that answered a challenge, which this uses up; null for an invalid answer. Valid only once the use is
   * recorded: until then the passkey may be removed, or used elsewhere.
   * @param caller the owner of challenge and passkey; null for a login
   */
  async judge(assertion: Assertion, caller: Caller | null): Promise<PasskeyUse | null> {
    const challenge = challengeIn(assertion)
    if (challenge === null || !(await this.challenges.consume(challenge, caller ? 'confirm' : 'login', caller))) return null
    const passkey = await this.database.dataSource.getRepository(PasskeyEntity).findOneBy({ credentialId: assertion.id })
    if (!passkey || (caller && passkey.userId !== caller.accountId)) return null
    const counter = await this.relyingParty.verifyAssertion(assertion, challenge, passkey)
    return counter === null ? null : { accountId: passkey.userId, passkeyId: passkey.id, counter }
  }
}
