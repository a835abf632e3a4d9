import type { Write } from '../event-store/stream/commit.js'

/** What a reset asks of those who know sessions and passkeys; the module says who they are. */
export abstract class AccessRevocation {
  /**
   * Ends every session and removes the passkeys that were added before the e-mail was confirmed, in one transaction with
   * `writesOf`.
   */
  abstract revoke(accountId: string, writesOf: (passkeys: PasskeyCounts) => Promise<readonly Write[]>): Promise<void>
}

/** The passkeys that were removed, and those that still open the account. */
export interface PasskeyCounts {
  removed: number
  kept: number
}
