import { useCallback, useState, type ReactNode } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import type { ConfirmDialogRequest } from './confirm-dialogs'

const ConfirmDialogs = lazyPart(() => import('./confirm-dialogs'), { what: 'a pergunta' })

/** Functions that open each dialog, and the dialogs to render. */
export function useConfirmDialogs(): {
  askReceipt: (transaction: Transaction) => void
  askDeletion: (transaction: Transaction) => void
  /** Turns it into a transfer, or back. */
  askTransfer: (transaction: Transaction) => void
  dialogs: ReactNode
} {
  const [question, setQuestion] = useState<ConfirmDialogRequest | null>(null)
  const { last } = useLastShown(question)
  const close = () => setQuestion(null)
  usePrefetch(ConfirmDialogs)

  return {
    askReceipt: useCallback((transaction) => setQuestion({ about: 'receipt', transaction }), []),
    askDeletion: useCallback((transaction) => setQuestion({ about: 'deletion', transaction }), []),
    askTransfer: useCallback((transaction) => setQuestion({ about: 'transfer', transaction }), []),
    dialogs: last && (
      <ConfirmDialogs isRequested={question !== null} onDismissFailure={close} question={last} open={question !== null} onClose={close} />
    ),
  }
}
