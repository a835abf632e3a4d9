import { IconArchive, IconArchiveOff, IconArrowsSort, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { walletTexts } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useTransactions } from '../../data/transactions'
import { ActionMenu, MenuAction } from '../../ui/overlay/action-menu'

export interface WalletActions {
  onRename: (wallet: Wallet) => void
  onChooseMain: (wallet: Wallet) => void
  onReorder: (wallet: Wallet) => void
  onArchive: (wallet: Wallet) => void
  onUnarchive: (wallet: Wallet) => void
  onDelete: (wallet: Wallet) => void
}

interface WalletMenuProps extends WalletActions {
  wallet: Wallet
  /** Whether there are others, among which it has a place. */
  hasOthers: boolean
}

/** What can be done with a wallet. */
export default function WalletMenu(props: WalletMenuProps) {
  return (
    <ActionMenu label={`Ações de ${props.wallet.name}`}>
      <WalletMenuItems {...props} />
    </ActionMenu>
  )
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

function WalletMenuItems({ wallet, hasOthers, onRename, onChooseMain, onReorder, onArchive, onUnarchive, onDelete }: WalletMenuProps) {
  const { kind, isMain, archived } = wallet
  return (
    <>
      <MenuAction icon={<IconPencil {...icon} />} onChoose={() => onRename(wallet)}>
        {kind === 'card' ? 'Mudar nome e dias' : 'Renomear'}
      </MenuAction>
      {kind !== 'card' && !isMain && !archived && (
        <MenuAction icon={<IconStar {...icon} />} onChoose={() => onChooseMain(wallet)}>
          Tornar principal
        </MenuAction>
      )}
      {hasOthers && !archived && (
        <MenuAction icon={<IconArrowsSort {...icon} />} onChoose={() => onReorder(wallet)}>
          Mudar a ordem
        </MenuAction>
      )}
      {archived ? (
        <MenuAction icon={<IconArchiveOff {...icon} />} onChoose={() => onUnarchive(wallet)}>
          Trazer de volta
        </MenuAction>
      ) : (
        <MenuAction
          icon={<IconArchive {...icon} />}
          disabledBecause={isMain ? walletTexts.mainStays : null}
          onChoose={() => onArchive(wallet)}
        >
          Arquivar
        </MenuAction>
      )}
      {!isMain && <DeleteAction wallet={wallet} onDelete={onDelete} />}
    </>
  )
}

/** Offered only while nothing ever was in the wallet, as far as this device can see; the server decides. */
function DeleteAction({ wallet, onDelete }: Pick<WalletMenuProps, 'wallet' | 'onDelete'>) {
  const { data: newest } = useTransactions({ walletId: [wallet.id] }, 1)
  if (newest?.length !== 0 || wallet.balance.source === 'stated') return null
  return (
    <MenuAction icon={<IconTrash {...icon} />} danger onChoose={() => onDelete(wallet)}>
      Excluir
    </MenuAction>
  )
}
