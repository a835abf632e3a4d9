import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { TRANSACTIONS_SCREEN } from '../../data/screens'
import type { TransactionDraft } from '../../data/transaction-commands'
import { today } from '../../lib/dates'
import { formAddress, type FormLocationState } from '../../lib/form-address'

interface TransferStart {
  from?: string | null
  to?: string | null
  /** In centavos. */
  amount?: number
  description?: string
}

/** Opens the form of a transfer, with what is known filled in. */
export function useTransferForm(): (start: TransferStart) => void {
  const navigate = useNavigate()
  return useCallback(
    ({ from, to, amount = 0, description = '' }) => {
      const draft: TransactionDraft = {
        ...noOptionalTexts,
        type: 'transfer',
        centavos: amount,
        description,
        date: today(),
        isScheduled: false,
        ...(from && { walletId: from }),
        ...(to && { toWalletId: to }),
      }
      void navigate(formAddress(TRANSACTIONS_SCREEN), { state: { draft } satisfies FormLocationState })
    },
    [navigate],
  )
}
