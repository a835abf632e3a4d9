import { createContext, useContext } from 'react'
import { IconCamera } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { IconButton } from '../../../ui/icon-button'

/** Adds a receipt to the transaction of a row; null where rows offer none. */
const RowAttachingContext = createContext<((transaction: Transaction) => void) | null>(null)
export const RowAttachingProvider = RowAttachingContext.Provider

/** Whether rows offer to add a receipt. */
export function useRowAttaching(): ((transaction: Transaction) => void) | null {
  return useContext(RowAttachingContext)
}

/** The camera of a row, with which the pile of expenses without a receipt is worked off. */
export function RowCamera({ transaction, onAttach }: { transaction: Transaction; onAttach: (transaction: Transaction) => void }) {
  return (
    <IconButton
      label={`Comprovante de ${transaction.description}`}
      aria-haspopup="dialog"
      data-attach
      icon={<IconCamera size={22} stroke={1.75} aria-hidden />}
      onClick={() => onAttach(transaction)}
    />
  )
}
