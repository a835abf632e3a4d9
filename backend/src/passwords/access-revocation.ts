import type { Write } from '../event-store/stream/commit.js'

/** What a password reset needs from sessions and passkeys; the module injects the implementation. */
export abstract class AccessRevocation {
  /** Ends every session and removes the passkeys added before the e-mail was confirmed, in one transaction with `writesOf`. */
  abstract revoke(accountId: string, writesOf: (passkeys: PasskeyCounts) => Promise<readonly Write[]>): Promise<void>
}

/** How many passkeys were removed and kept. */
export interface PasskeyCounts {
  removed: number
  kept: number
}
