import { v5 } from 'uuid'

/** The id of the wallet that every account starts with. */
export function mainWalletId(accountId: string): string {
  return v5('main-wallet', accountId)
}
