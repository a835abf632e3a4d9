import { v5 as namedId } from 'uuid'

/** The id of the wallet that an account has from the beginning. */
export function initialWalletId(accountId: string): string {
  // Projections ask for the same account many times in a row.
  if (last.accountId !== accountId) last = { accountId, walletId: namedId('main-wallet', accountId) }
  return last.walletId
}

let last = { accountId: '', walletId: '' }
