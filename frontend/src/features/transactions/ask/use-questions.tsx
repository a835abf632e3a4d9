import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import type { Question } from './questions'

const Questions = lazy(() => import('./questions'))

/** The ways to ask about a transaction, and the dialogs to be drawn somewhere on the page. */
export function useQuestions(): { askReceipt: (transaction: Transaction) => void; askDeletion: (transaction: Transaction) => void; dialogs: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)

  const ask = useCallback((about: Question['about'], transaction: Transaction) => {
    setQuestion({ about, transaction })
    setOpen(true)
  }, [])

  return {
    askReceipt: useCallback((transaction) => ask('receipt', transaction), [ask]),
    askDeletion: useCallback((transaction) => ask('deletion', transaction), [ask]),
    dialogs: question && (
      <Suspense fallback={null}>
        <Questions question={question} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
