import { IconPencil } from '@tabler/icons-react'
import { IconTrash } from '@tabler/icons-react'
import type { Goal } from '@prumo/shared/goals'
import { IconButton } from '../../../ui/button/icon-button'
import styles from './goal-list.module.css'

interface QuietActionsProps {
  goal: Goal
  onEdit: (goal: Goal) => void
  onDelete: (goal: Goal) => void
}

export function QuietActions({ goal, onEdit, onDelete }: QuietActionsProps) {
  return (
    <span className={styles.quiet}>
      <IconButton size="sm" data-edit label={`Editar ${goal.title}`} icon={<IconPencil size={20} stroke={1.75} aria-hidden />} onClick={() => onEdit(goal)} />
      <IconButton size="sm" label={`Excluir ${goal.title}`} icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(goal)} />
    </span>
  )
}
