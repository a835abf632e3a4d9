import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Goal } from '@prumo/shared/goals'
import type { Question } from './questions'

const load = () => import('./questions')
const Questions = lazy(load)

/** Fetches the dialogs before they are wanted. */
export function fetchQuestions(): void {
  void load()
}

/** The ways to ask about a goal, and the dialogs to be drawn somewhere on the page. */
export function useQuestions(): { askProgress: (goal: Goal) => void; askDeletion: (goal: Goal) => void; dialogs: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)

  function ask(about: Question['about'], goal: Goal): void {
    setQuestion({ about, goal })
    setOpen(true)
  }

  return {
    askProgress: (goal) => ask('progress', goal),
    askDeletion: (goal) => ask('deletion', goal),
    dialogs: question && (
      <Suspense fallback={null}>
        <Questions question={question} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
