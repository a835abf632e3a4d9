import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { addressOf, filtersOf, isFiltered } from '../filters/filters-address'
import { EDIT_PARAM, NEW_PARAM, type SheetState } from './sheet-address'
import type { TransactionDraft } from '../form/transaction-draft'

export interface OpenSheet {
  /** What is edited; null for something new. */
  id: string | null
  draft: TransactionDraft | undefined
}

/** Which sheet the address asks for, and the ways to open and close one. */
export function useSheet() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const id = address.get(EDIT_PARAM)
  const isOpen = id !== null || address.has(NEW_PARAM)
  const draft = (state as SheetState | null)?.draft
  const sheet: OpenSheet | null = useMemo(() => (isOpen ? { id, draft } : null), [isOpen, id, draft])

  // A link to the sheet from around the page names no filters; those of the list behind it stay.
  const behind = useRef(filtersOf(address))
  useEffect(() => {
    if (!isOpen) behind.current = filtersOf(address)
    else if (isFiltered(behind.current) && !isFiltered(filtersOf(address))) setAddress(addressOf(behind.current, address), { replace: true, state })
  }, [isOpen, address, state, setAddress])

  const edit = useCallback(
    (transaction: { id: string }) =>
      setAddress((present) => {
        const next = new URLSearchParams(present)
        next.set(EDIT_PARAM, transaction.id)
        return next
      }),
    [setAddress],
  )
  const close = useCallback(
    () =>
      setAddress(
        (present) => {
          const next = new URLSearchParams(present)
          next.delete(EDIT_PARAM)
          next.delete(NEW_PARAM)
          return next
        },
        { replace: true, state: null },
      ),
    [setAddress],
  )
  return { sheet, edit, close }
}
