import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAccount } from '../data/account'
import { lastEntered } from '../data/last-transaction'
import { draftAgain } from '../data/transaction-commands'
import { sheetAddress } from '../features/transactions/sheet-address'
import { today } from '../lib/dates'
import type { FormLocationState } from '../lib/form-address'

/** Opens a new transaction with the values of the last one and today's date; an empty one if there is none. */
export function useRepeatLast(): () => void {
  const account = useAccount()
  const navigate = useNavigate()
  return useCallback(() => {
    const last = lastEntered(account)
    const state: FormLocationState | null = last ? { draft: draftAgain(last, today()) } : null
    void navigate(sheetAddress(), { state })
  }, [account, navigate])
}
