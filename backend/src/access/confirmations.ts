import { Injectable } from '@nestjs/common'
import { identityTexts } from '@prumo/shared/identity-texts'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { Assertion, IdentityConfirmation } from '@prumo/shared/passkeys'
import { Rejected } from '@prumo/shared/rejections'
import { Passwords } from '../platform/crypto/passwords.js'
import { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { PasskeyAssertions } from './passkeys/passkey-assertions.js'
import { Sessions } from './sessions.js'
import { UserEntity } from './user.entity.js'

/** Confirms the identity of a signed-in person before sensitive changes. */
@Injectable()
export class Confirmations {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly assertions: PasskeyAssertions,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Confirms the session for 5 minutes. Rejects with VALIDATION for a wrong password or passkey assertion.
   * @param from the client's address
   */
  confirm(caller: Caller, shown: IdentityConfirmation, from: string): Promise<void> {
    return 'password' in shown ? this.#byPassword(caller, shown.password, from) : this.#byPasskey(caller, shown)
  }

  async #byPassword(caller: Caller, password: string, from: string): Promise<void> {
    const known = await this.database.dataSource.getRepository(UserEntity).findOneBy({ id: caller.accountId })
    if (!known || !(await this.passwords.matches(known.passwordHash, password, from))) {
      throw new Rejected('VALIDATION', identityTexts.wrongCurrentPassword, { password: [identityTexts.wrongCurrentPassword] })
    }
    // A password that was replaced meanwhile has ended the session too.
    if (!(await this.sessions.confirm(caller, known.passwordHash))) throw new Rejected('UNAUTHENTICATED')
  }

  async #byPasskey(caller: Caller, assertion: Assertion): Promise<void> {
    const use = await this.assertions.judge(assertion, caller)
    if (!use || !(await this.sessions.confirmByPasskey(caller, use))) throw new Rejected('VALIDATION', passkeyTexts.notConfirmed)
  }
}
