import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import { CountStrip } from '../../ui/figures/count-strip'
import type { Progress } from './task/groups'
import { kinds } from './task/kinds'

interface TaskCountersProps {
  /** Null while nobody knows. */
  progress: Record<TaskType, Progress> | null
  failed: boolean
}

export function TaskCounters({ progress, failed }: TaskCountersProps) {
  return (
    <CountStrip
      label="Resumo"
      counts={taskTypes.map((type) => ({ label: kinds[type].done, text: progress ? `${progress[type].done} de ${progress[type].total}` : failed ? '—' : null }))}
    />
  )
}
