import { useQuery } from '@tanstack/react-query'
import { listKey } from '../../../lib/entities/entity-list'
import { ALWAYS_ASKED_AGAIN, emergencyFund, readFund } from './emergency-fund'

/** The fund; null where there is none, undefined while nobody knows. */
export function useFund() {
  return useQuery({
    ...ALWAYS_ASKED_AGAIN,
    queryKey: listKey(emergencyFund),
    queryFn: async ({ signal }) => {
      const fund = await readFund(signal)
      return fund ? [fund] : []
    },
    select: ([fund]) => fund ?? null,
  })
}
