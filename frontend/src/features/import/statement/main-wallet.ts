import { v5 } from 'uuid'

/** The id of the wallet that every account has from its beginning. */
export function mainWalletId(accountId: string): string {
  return v5('main-wallet', accountId)
}
