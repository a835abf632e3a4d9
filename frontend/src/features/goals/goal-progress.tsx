import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { percentOf } from '../../lib/percent'
import { Bob } from '../../ui/bob'
import { priorityNames } from '../../ui/priority'
import { ProgressBar } from '../../ui/progress-bar'
import { SyncMark } from '../../ui/sync-mark'
import { speakProgress, writeProgress } from './goal-amounts'
import { daysLeft, isOverdue, paceOf } from './deadline'
import styles from './goal-progress.module.css'

interface GoalProgressProps {
  goal: Goal
  mark: SyncMarkKind | undefined
  now: CalendarDate
  /** Adds the category, and a warning when the goal is overdue. */
  full?: boolean
  /** The goal was just completed. */
  settling?: boolean
}

/** The progress of a goal and the time left. */
export function GoalProgress({ goal, mark, now, full = false, settling = false }: GoalProgressProps) {
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
      {mark && <SyncMark mark={mark} />}
    </div>
  )
}

const SIZE = 26
const LINE = 12

/** The bob under the end of the bar, with an animation that runs once. */
function SettlingBob() {
  return (
    <svg
      className={styles.bob}
      width={SIZE}
      height={(SIZE * (32 + LINE)) / 32}
      viewBox={`0 0 32 ${32 + LINE}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect x="15.1" width="1.8" height={8 + LINE} fill="var(--text)" />
      <Bob y={LINE} />
    </svg>
  )
}
