import { useEffect } from 'react'
import { useIsIdle } from '../ui/use-is-idle'
import { useAccount } from '../data/account'
import { descriptionsQuery } from '../data/descriptions'
import { queryOptions } from '../data/optimistic-query'
import { rulesQuery } from '../data/rules'
import { loadReader } from '../data/use-entry-reader'

/** How old what the device holds may be before a start fetches it again. */
const STALE_MS = 60 * 60_000

/** Makes ready, once the browser is idle, what written lines need, so that they are read without a connection. */
export function useEntryReaderAhead(): void {
  const account = useAccount()
  const isIdle = useIsIdle()
  useEffect(() => {
    if (!isIdle) return
    void loadReader()
    void account.client.prefetchQuery({ ...queryOptions(account, descriptionsQuery), staleTime: STALE_MS })
    void account.client.prefetchQuery({ ...queryOptions(account, rulesQuery), staleTime: STALE_MS })
  }, [account, isIdle])
}
