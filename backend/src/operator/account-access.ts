import { Rejected } from '@prumo/shared/rejections'
import { ExecuteCommand } from '../event-store/decider/command.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { loadDataKey } from '../event-store/keys/stored-keys.js'
import { accountLookDecider } from '../identity/account.decider.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Database } from '../platform/database/database.js'
import { isAway } from '../platform/database/sqlstate.js'

/** An operator's access to an account. */
export interface AccountAccess {
  accountId: string
  operator: string
  /** The command line, without personal data. */
  line: string
  /** Shown to the account's person. */
  reason: string
}

/**
 * Records the access in the account's own log, before anything is shown.
 * @returns false if the account is erased or damaged. Throws if the database does not accept writes
 */
export async function recordAccountAccess(
  { database, reading }: { database: Database; reading: LogReading },
  look: AccountAccess,
): Promise<boolean> {
  const { accountId, operator: actor, line, reason } = look
  try {
    // Without the account's key the reason could never be read, and would damage the log further.
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
