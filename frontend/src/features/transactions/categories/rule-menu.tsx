import { IconListCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Rule } from '@prumo/shared/rules'
import { ActionMenu, MenuAction } from '../../../ui/overlay/action-menu'

interface RuleMenuProps {
  rule: Rule
  /** Its form also applies it to the transactions that exist. */
  onEdit: (rule: Rule) => void
  onDelete: (rule: Rule) => void
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with a rule. */
export default function RuleMenu({ rule, onEdit, onDelete }: RuleMenuProps) {
  return (
    <ActionMenu label={`Ações da regra “${rule.text}”`}>
      <MenuAction icon={<IconPencil {...icon} />} onChoose={() => onEdit(rule)}>
        Editar
      </MenuAction>
      <MenuAction icon={<IconListCheck {...icon} />} onChoose={() => onEdit(rule)}>
        Aplicar às que já existem
      </MenuAction>
      <MenuAction icon={<IconTrash {...icon} />} danger onChoose={() => onDelete(rule)}>
        Excluir
      </MenuAction>
    </ActionMenu>
  )
}
