import { useMemo, useState, type ReactNode } from 'react'
import type { Wallet } from '@prumo/shared/wallets'
import { useAccount } from '../../data/account'
import { archiveWallet, chooseMainWallet, deleteWallet, unarchiveWallet, type WalletDraft } from '../../data/wallet-commands'
import { useFormAddress } from '../../lib/form-address'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import type { WalletActions } from './wallet-menu'

const WalletSheet = lazyPart(() => import('./wallet-sheet'), { what: 'o formulário' })
const RenameDialog = lazyPart(() => import('./rename-dialog'), { what: 'o formulário' })
const CorrectBalanceDialog = lazyPart(() => import('./correct-balance-dialog'), { what: 'o formulário' })
const DeletionDialog = lazyPart(() => import('./deletion-dialog'), { what: 'a pergunta' })
const OrderDialog = lazyPart(() => import('./order-dialog'), { what: 'a ordem' })

/** What is asked about a wallet. */
interface WalletDialogRequest {
  about: 'balance' | 'order' | 'deletion'
  wallet: Wallet
}

interface WalletDialogs {
  actions: WalletActions
  /** Opens the form of a new wallet. */
  open: () => void
  correctBalance: (wallet: Wallet) => void
  dialogs: ReactNode
}

/**
 * The actions on wallets, and the dialogs to render.
 * @param onDeleted called after a wallet was deleted
 */
export function useWalletDialogs(wallets: readonly Wallet[], onDeleted: () => void = () => undefined): WalletDialogs {
  const { outbox } = useAccount()
  const { form, open, edit, close } = useFormAddress<WalletDraft>()
  const [question, setQuestion] = useState<WalletDialogRequest | null>(null)
  const { last: asked, opening: askings } = useLastShown(question)
  usePrefetch(WalletSheet, RenameDialog, CorrectBalanceDialog)

  const isNew = form !== null && form.id === null
  const edited = (form?.id && wallets.find(({ id }) => id === form.id)) || null
  const { last: renamed, opening: renamings } = useLastShown(edited && form ? { wallet: edited, form } : null, edited && form)
  const dismiss = () => setQuestion(null)

  const actions = useMemo<WalletActions>(
    () => ({
      onRename: edit,
      onChooseMain: (wallet) => void outbox.enqueue(chooseMainWallet(wallet)),
      onReorder: (wallet) => setQuestion({ about: 'order', wallet }),
      onArchive: (wallet) => void outbox.enqueue(archiveWallet(wallet)),
      onUnarchive: (wallet) => void outbox.enqueue(unarchiveWallet(wallet)),
      onDelete: (wallet) => setQuestion({ about: 'deletion', wallet }),
    }),
    [outbox, edit],
  )

  function remove(wallet: Wallet): void {
    void outbox.enqueue(deleteWallet(wallet))
    dismiss()
    onDeleted()
  }

  const isAsking = (about: WalletDialogRequest['about']) => question?.about === about
  return {
    actions,
    open,
    correctBalance: (wallet) => setQuestion({ about: 'balance', wallet }),
    dialogs: (
      <>
        <WalletSheet isRequested={isNew} onDismissFailure={close} form={isNew ? form : null} wallets={wallets} onClose={close} />
        {renamed && (
          <RenameDialog
            key={`name-${renamings}`}
            isRequested={edited !== null}
            onDismissFailure={close}
            open={edited !== null}
            wallet={renamed.wallet}
            wallets={wallets}
            refused={renamed.form}
            onClose={close}
          />
        )}
        {asked?.about === 'balance' && (
          <CorrectBalanceDialog
            key={`balance-${askings}`}
            isRequested={isAsking('balance')}
            onDismissFailure={dismiss}
            open={isAsking('balance')}
            wallet={asked.wallet}
            onClose={dismiss}
          />
        )}
        {asked?.about === 'order' && (
          <OrderDialog
            key={`order-${askings}`}
            isRequested={isAsking('order')}
            onDismissFailure={dismiss}
            open={isAsking('order')}
            wallets={wallets.filter(({ archived }) => !archived)}
            onClose={dismiss}
          />
        )}
        {asked?.about === 'deletion' && (
          <DeletionDialog
            key={`deletion-${askings}`}
            isRequested={isAsking('deletion')}
            onDismissFailure={dismiss}
            open={isAsking('deletion')}
            wallet={asked.wallet}
            onDelete={remove}
            onClose={dismiss}
          />
        )}
      </>
    ),
  }
}
