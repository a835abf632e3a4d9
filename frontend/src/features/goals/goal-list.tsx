import { useState, type ReactNode } from 'react'
import { IconCheck, IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { PaceKey } from '../../ui/progress-bar'
import { SyncMark } from '../../ui/sync-mark'
import { SectionHead } from '../../ui/section-head'
import { useMovingRows } from '../../ui/use-moving-rows'
import { writeProgress } from './goal-amounts'
import { GoalsSkeleton } from './goals-skeleton'
import { GoalProgress } from './goal-progress'
import styles from './goal-list.module.css'

interface GoalActions {
  onProgress: (goal: Goal) => void
  onEdit: (goal: Goal) => void
  onDelete: (goal: Goal) => void
}

interface ActiveGoalsProps extends GoalActions {
  /** Null while loading. */
  goals: readonly Goal[] | null
  marks: ReadonlyMap<string, SyncMarkKind>
  now: CalendarDate
  /** The form of a new goal while it is open. */
  newForm: ReactNode
  editForm: ReactNode
  editedId: string | null
  onNew: () => void
}

/** Metas em Andamento, the next deadline first. */
export function ActiveGoals({ goals, marks, now, newForm, editForm, editedId, onNew, ...actions }: ActiveGoalsProps) {
  const rows = useMovingRows<HTMLUListElement>()
  return (
    <section className={styles.section} aria-labelledby="active-goals">
      <SectionHead
        id="active-goals"
        title="Metas em Andamento"
        legend={goals?.length !== 0 && <PaceKey />}
        action={
          // Keeps its place while the form is open.
          <Button
            size="sm"
            data-new-goal
            className={newForm ? (styles.away ?? '') : ''}
            icon={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={onNew}
          >
            Nova meta
          </Button>
        }
      />
      {!goals ? (
        <GoalsSkeleton full />
      ) : goals.length === 0 && !newForm ? (
        <p className={styles.none}>Nenhuma meta em andamento.</p>
      ) : (
        <ul ref={rows} className={styles.list}>
          {newForm && <li>{newForm}</li>}
          {goals.map((goal) => (
            <li key={goal.id} data-row={goal.id}>
              {goal.id === editedId ? editForm : <GoalRow goal={goal} mark={marks.get(goal.id)} now={now} {...actions} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface CompletedGoalsProps extends Pick<GoalActions, 'onEdit' | 'onDelete'> {
  goals: readonly Goal[]
  marks: ReadonlyMap<string, SyncMarkKind>
  editForm: ReactNode
  editedId: string | null
}

/** Metas Concluídas, collapsed at first. */
export function CompletedGoals({ goals, marks, editForm, editedId, onEdit, onDelete }: CompletedGoalsProps) {
  const [open, setOpen] = useState(false)
  const edits = goals.some(({ id }) => id === editedId)
  return (
    <details
      className={`${styles.section} ${styles.completed}`}
      open={open || edits}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2 className="section-title">
          Metas Concluídas <span className={styles.number}>{goals.length}</span>
        </h2>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </summary>
      <ul className={styles.list}>
        {goals.map((goal) => (
          <li key={goal.id} data-row={goal.id}>
            {goal.id === editedId ? editForm : <CompletedRow goal={goal} mark={marks.get(goal.id)} onEdit={onEdit} onDelete={onDelete} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface GoalRowProps extends GoalActions {
  goal: Goal
  mark: SyncMarkKind | undefined
  now: CalendarDate
}

/** A goal with its actions. One that was just completed plays its animation here. */
function GoalRow({ goal, mark, now, onProgress, ...actions }: GoalRowProps) {
  return (
    <div className={styles.row}>
      <GoalProgress goal={goal} mark={mark} now={now} full settling={goal.completed} />
      <div className={styles.actions}>
        {!goal.completed && (
          <Button variant="line" size="sm" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => onProgress(goal)}>
            Adicionar Progresso<span className="visually-hidden"> em {goal.title}</span>
          </Button>
        )}
        <QuietActions goal={goal} {...actions} />
      </div>
    </div>
  )
}

type CompletedRowProps = Pick<GoalActions, 'onEdit' | 'onDelete'> & { goal: Goal; mark: SyncMarkKind | undefined }

/** A completed goal with its final amount. */
function CompletedRow({ goal, mark, ...actions }: CompletedRowProps) {
  return (
    <div className={styles.past}>
      <IconCheck size={20} stroke={1.75} aria-hidden className={styles.check} />
      <div>
        <h3>{goal.title}</h3>
        <p>
          <span>{completedAmountText(goal)}</span>
          <span className={styles.category}>{goal.category}</span>
        </p>
        {mark && <SyncMark mark={mark} />}
      </div>
      <QuietActions goal={goal} {...actions} />
    </div>
  )
}

/** `R$ 4.200,00`; with the target when the amount exceeds it. */
function completedAmountText(goal: Goal): string {
  return goal.currentAmount === goal.targetAmount ? formatCentavos(goal.targetAmount) : writeProgress(goal)
}

interface QuietActionsProps {
  goal: Goal
  onEdit: (goal: Goal) => void
  onDelete: (goal: Goal) => void
}

function QuietActions({ goal, onEdit, onDelete }: QuietActionsProps) {
  return (
    <span className={styles.quiet}>
      <IconButton
        size="sm"
        data-edit
        label={`Editar ${goal.title}`}
        icon={<IconPencil size={20} stroke={1.75} aria-hidden />}
        onClick={() => onEdit(goal)}
      />
      <IconButton
        size="sm"
        label={`Excluir ${goal.title}`}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
        onClick={() => onDelete(goal)}
      />
    </span>
  )
}
