import { Rejected } from '@prumo/shared/rejections'
import { ExecuteCommand } from '../event-store/decider/command.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { loadDataKey } from '../event-store/keys/stored-keys.js'
import { accountLookDecider } from '../identity/account.decider.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Database } from '../platform/database/database.js'
import { isAway } from '../platform/database/sqlstate.js'

/** Who looks at an account, by which command and why. */
export interface AccountAccess {
  accountId: string
  operator: string
  /** The command line, without what names a person. */
  line: string
  /** Read by the account's person. */
  reason: string
}

/**
 * Notes a look in the account's own log, before anything of the account is shown.
 * @returns false where that log takes nothing: the account was erased, or is damaged. Throws where the database takes nothing
 */
export async function recordAccountAccess(
  { database, reading }: { database: Database; reading: LogReading },
  look: AccountAccess,
): Promise<boolean> {
  const { accountId, operator: actor, line, reason } = look
  try {
    // A reason that is sealed under a key that nobody has would be one more damage.
    await loadDataKey(database.pool, reading.keys, accountId)
    const context = { accountId, actor, source: 'ops' as const }
    const command = { type: 'LookAtAccount' as const, command: line, reason }
    await new WritePath(database, reading).execute(
      ExecuteCommand.of(context, { decider: accountLookDecider, entityId: accountId, command, reply: () => null }),
    )
    return true
  } catch (error) {
    if (isAway(error) || (error instanceof Rejected && error.code !== 'NOT_FOUND')) throw error
    return false
  }
}
