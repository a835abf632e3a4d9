import { IconPlus } from '@tabler/icons-react'
import { Bob } from '../../../ui/brand/bob'
import { Button } from '../../../ui/button/button'
import { EmptyState } from '../../../ui/page/empty-state'

export function EmptyGoals({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      drawing={<EmptyBars />}
      title="Nenhuma meta criada"
      reason="Dê nome e valor ao próximo passo."
      action={
        // The brass one is always in the bar.
        <Button data-new-goal icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onNew}>
          Nova meta
        </Button>
      }
    />
  )
}

/** Bars with nothing in them yet, and the line they are to reach. */
function EmptyBars() {
  return (
    <svg width="220" height="130" viewBox="0 0 220 130" aria-hidden="true" focusable="false">
      <g fill="var(--skeleton)">
        <rect y="22" width="168" height="10" rx="5" />
        <rect y="50" width="168" height="10" rx="5" />
        <rect y="78" width="168" height="10" rx="5" />
      </g>
      <g fill="var(--line-strong)">
        <rect y="22" width="92" height="10" rx="5" />
        <rect y="50" width="44" height="10" rx="5" />
        <rect y="78" width="16" height="10" rx="5" />
      </g>
      <rect x="167.25" width="1.5" height="98" fill="var(--text)" />
      <Bob x={152} y={90} />
    </svg>
  )
}
