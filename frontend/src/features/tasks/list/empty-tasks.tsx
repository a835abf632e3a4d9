import { IconPlus } from '@tabler/icons-react'
import type { TaskType } from '@prumo/shared/task-rules'
import { Bob } from '../../../ui/brand/bob'
import { Button } from '../../../ui/button/button'
import { EmptyState } from '../../../ui/page/empty-state'
import { kinds } from '../task/kinds'

export function EmptyTasks({ type, onNew }: { type: TaskType; onNew: () => void }) {
  const { add, empty } = kinds[type]
  return (
    <EmptyState
      drawing={<EmptyBoxes />}
      title={empty.title}
      reason={empty.reason}
      action={
        // The brass one is always in the bar.
        <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onNew}>
          {add}
        </Button>
      }
    />
  )
}

/** Boxes to tick on ruled paper, and the line along them. */
function EmptyBoxes() {
  return (
    <svg width="220" height="134" viewBox="0 0 220 134" aria-hidden="true" focusable="false">
      <path stroke="var(--line-strong)" strokeWidth="1.5" d="M40 36h150M40 66h150M40 96h150" />
      <g fill="var(--bg-surface)" stroke="var(--control-border)" strokeWidth="1.5">
        <rect x="44" y="13.75" width="15" height="15" rx="4" />
        <rect x="44" y="43.75" width="15" height="15" rx="4" />
        <rect x="44" y="73.75" width="15" height="15" rx="4" />
      </g>
      <g fill="var(--skeleton)">
        <rect x="70" y="15" width="92" height="12" rx="3" />
        <rect x="70" y="45" width="64" height="12" rx="3" />
        <rect x="70" y="75" width="78" height="12" rx="3" />
      </g>
      <rect x="15.25" width="1.5" height="100" fill="var(--text)" />
      <Bob y={92} />
    </svg>
  )
}
