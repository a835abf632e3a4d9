import type { Account } from '../data/account'
import { descriptionsQuery } from '../data/descriptions'
import { queryOptions } from '../data/optimistic-query'
import { rulesQuery } from '../data/rules'
import { loadReader } from '../data/use-entry-reader'

/** How old what the device holds may be before a start fetches it again. */
const STALE_MS = 60 * 60_000

/** Makes ready what written lines need, so that they are read without a connection. Loaded once the browser is idle. */
export function prefetchEntryReader(account: Account): void {
  void loadReader()
  void account.client.prefetchQuery({ ...queryOptions(account, descriptionsQuery), staleTime: STALE_MS })
  void account.client.prefetchQuery({ ...queryOptions(account, rulesQuery), staleTime: STALE_MS })
}
