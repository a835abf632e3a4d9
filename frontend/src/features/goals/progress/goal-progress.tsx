import { IconAlertTriangle } from '@tabler/icons-react'
import { IconCheck } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import { priorityNames } from '../../../ui/priority/priority'
import { ProgressBar } from '../../../ui/progress/progress-bar'
import { percentOf, speakProgress, writeProgress } from '../goal/amounts'
import { daysLeft, isOverdue } from '../deadline/days-left'
import { paceOf } from '../deadline/pace'
import { SettlingBob } from './settling-bob'
import styles from './goal-progress.module.css'

interface GoalProgressProps {
  goal: Goal
  now: CalendarDate
  /** With what it is for, and a warning when it is overdue. */
  full?: boolean
  /** It has just been completed. */
  settling?: boolean
}

/** How far a goal is, and how much time is left. */
export function GoalProgress({ goal, now, full = false, settling = false }: GoalProgressProps) {
  const { title, category, priority, deadline, completed } = goal
  const late = !completed && isOverdue(deadline, now)
  const pace = completed ? null : paceOf(goal, now)
  return (
    <div className={styles.goal}>
      <div className={styles.line}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.percent} aria-hidden="true">
          {percentOf(goal)}%
        </span>
      </div>
      {full && (
        <p className={styles.about}>
          {category} · Prioridade {priorityNames[priority].toLowerCase()}
        </p>
      )}
      <div className={styles.bar}>
        <ProgressBar label={title} percent={percentOf(goal)} text={speakProgress(goal, pace)} pace={pace} />
        {settling && <SettlingBob />}
      </div>
      <div className={styles.line}>
        <span className={styles.amounts}>{writeProgress(goal)}</span>
        <span className={styles.when} data-late={late} data-settling={settling}>
          {completed && <IconCheck size={18} stroke={1.75} aria-hidden />}
          {completed ? 'Meta concluída' : daysLeft(deadline, now)}
        </span>
      </div>
      {full && late && (
        <p className={styles.warning}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          Esta meta está em atraso
        </p>
      )}
    </div>
  )
}
