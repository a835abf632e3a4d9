import { useCallback, useState, type ReactNode } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import type { Question } from './questions'

const Questions = lazyPart(() => import('./questions'), { what: 'a pergunta' })

/** The ways to ask about a transaction, and the dialogs to be drawn somewhere on the page. */
export function useQuestions(): {
  askReceipt: (transaction: Transaction) => void
  askDeletion: (transaction: Transaction) => void
  dialogs: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const { last } = useLastShown(question)
  const close = () => setQuestion(null)
  usePrefetch(Questions)

  return {
    askReceipt: useCallback((transaction) => setQuestion({ about: 'receipt', transaction }), []),
    askDeletion: useCallback((transaction) => setQuestion({ about: 'deletion', transaction }), []),
    dialogs: last && <Questions isWanted={question !== null} onUnwanted={close} question={last} open={question !== null} onClose={close} />,
  }
}
