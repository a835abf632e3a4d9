import type { Goal } from '@prumo/shared/goals'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { useDeleteGoal } from '../calls/delete-goal'
import { useProgressGoal } from '../calls/progress-goal'
import { writeProgress } from '../goal/amounts'
import { ProgressDialog } from './progress-dialog'

export interface Question {
  about: 'progress' | 'deletion'
  goal: Goal
}

interface QuestionsProps {
  /** The one being asked, or the last one while it closes. */
  question: Question
  open: boolean
  onClose: () => void
}

/** What is asked before something is done to a goal. */
export default function Questions({ question, open, onClose }: QuestionsProps) {
  const progress = useProgressGoal()
  const remove = useDeleteGoal()
  const { about, goal } = question

  function answered(act: () => void): void {
    act()
    onClose()
  }

  return about === 'progress' ? (
    <ProgressDialog open={open} goal={goal} onAdd={(centavos) => answered(() => progress(goal, centavos))} onClose={onClose} />
  ) : (
    <ConfirmDialog
      open={open}
      title={`Excluir ${goal.title}, ${writeProgress(goal)}`}
      text="Tem certeza que deseja excluir esta meta?"
      confirm="Excluir"
      danger
      onConfirm={() => answered(() => remove(goal))}
      onCancel={onClose}
    />
  )
}
