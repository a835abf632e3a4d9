import { LRUCache } from 'lru-cache'
import { v5 as namedId } from 'uuid'

/** The accounts of one batch of an append, for which every projection asks again. */
const MAX_KNOWN = 1_000

const known = new LRUCache<string, string>({ max: MAX_KNOWN, memoMethod: (accountId) => namedId('main-wallet', accountId) })

/** The id of the wallet that an account has from the beginning. */
export function initialWalletId(accountId: string): string {
  return known.memo(accountId)
}
