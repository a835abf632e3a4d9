import { IconArrowsRightLeft, IconCopy, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { ActionMenu, MenuAction } from '../../ui/overlay/action-menu'
import type { LedgerActions } from './ledger-days'
import { useRowWallets } from './row-wallets'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with a row. It opens at once, because a press on its button has loaded it. */
export default function RowMenu({ transaction, ...actions }: LedgerActions & { transaction: Transaction }) {
  const { onEdit, onDuplicate, onRule, onTurn, onDelete } = actions
  const { hasSeveral } = useRowWallets()
  const isTransfer = transaction.type === 'transfer'
  return (
    <ActionMenu label={`Mais ações de ${transaction.description}`} isOpenAtFirst>
      <MenuAction icon={<IconPencil {...icon} />} onChoose={() => onEdit(transaction)}>
        Editar
      </MenuAction>
      <MenuAction icon={<IconCopy {...icon} />} onChoose={() => onDuplicate(transaction)}>
        Duplicar
      </MenuAction>
      {!isTransfer && (
        <MenuAction icon={<IconReplace {...icon} />} onChoose={() => onRule(transaction)}>
          Sempre assim…
        </MenuAction>
      )}
      {hasSeveral && (
        <MenuAction icon={<IconArrowsRightLeft {...icon} />} onChoose={() => onTurn(transaction)}>
          {isTransfer ? 'Não é uma transferência' : 'É uma transferência'}
        </MenuAction>
      )}
      <MenuAction danger icon={<IconTrash {...icon} />} onChoose={() => onDelete(transaction)}>
        Excluir
      </MenuAction>
    </ActionMenu>
  )
}
