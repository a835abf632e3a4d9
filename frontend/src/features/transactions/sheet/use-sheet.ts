import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useFormAddress } from '../../../lib/form-address'
import { addressOf, filtersOf, isFiltered } from '../filters/filters-address'
import type { TransactionDraft } from '../form/transaction-draft'

/** Which sheet the address asks for, and the ways to open and close one. */
export function useSheet() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const { form: sheet, edit, close } = useFormAddress<TransactionDraft>()
  const isOpen = sheet !== null

  // A link to the sheet from around the page names no filters; those of the list behind it stay.
  const behind = useRef(filtersOf(address))
  useEffect(() => {
    if (!isOpen) behind.current = filtersOf(address)
    else if (isFiltered(behind.current) && !isFiltered(filtersOf(address))) setAddress(addressOf(behind.current, address), { replace: true, state })
  }, [isOpen, address, state, setAddress])

  return { sheet, edit, close }
}
