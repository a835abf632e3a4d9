import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf, filtersOf, type Filters } from './filters-address'

export type ChangeFilters = (changes: Partial<Filters>, how?: { replace: boolean }) => void

/** The filters of the address, and a way to change them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => filtersOf(address), [address])
  const change: ChangeFilters = useCallback(
    (changes, how) => setAddress((present) => addressOf({ ...filtersOf(present), ...changes }, present), how),
    [setAddress],
  )
  return [filters, change]
}
