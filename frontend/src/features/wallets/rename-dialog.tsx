import { useRef } from 'react'
import { MAX_WALLET_NAME } from '@prumo/shared/limits'
import type { Wallet } from '@prumo/shared/wallets'
import { useAccount } from '../../data/account'
import { useDraft } from '../../data/use-draft'
import { changeWallet } from '../../data/wallet-commands'
import { useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { TextField } from '../../ui/field/text-field'
import { Dialog } from '../../ui/overlay/dialog'
import { typedDays, valuesOf, walletDraftOf, walletRules, type WalletFormValues } from './wallet-form-values'
import { purchaseText } from './wallet-texts'
import styles from './wallet-sheet.module.css'

interface RenameDialogProps {
  open: boolean
  wallet: Wallet
  wallets: readonly Wallet[]
  /** The refused command that saving replaces, with its input. */
  refused: { draft: Partial<Wallet> | undefined; replaces: string | undefined }
  onClose: () => void
}

const FORM_ID = 'rename-wallet'

/** Changes the name of a wallet, and the days of a card. */
export default function RenameDialog(props: RenameDialogProps) {
  const { open, wallet, onClose } = props
  return (
    <Dialog
      isHistoryEntry
      open={open}
      onClose={onClose}
      title={wallet.kind === 'card' ? `Nome e dias de ${wallet.name}` : `Renomear ${wallet.name}`}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            Salvar
          </Button>
        </>
      }
    >
      <RenameForm {...props} />
    </Dialog>
  )
}

function RenameForm({ wallet, wallets, refused: { draft, replaces }, onClose }: RenameDialogProps) {
  const { outbox } = useAccount()
  const now = useToday()
  const others = wallets.filter(({ id }) => id !== wallet.id)
  const form = useForm<WalletFormValues>(valuesOf({ ...wallet, ...draft }), walletRules(others))
  const typed = useDraft(draftName('wallet', wallet.id, replaces), form)
  // Guards against a second tap while the dialog closes.
  const isSaved = useRef(false)
  const days = typedDays(form.values)

  function save(valid: WalletFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    const { name, closingDay, dueDay } = walletDraftOf(valid)
    const cardDays = closingDay !== null && dueDay !== null ? { closingDay, dueDay } : {}
    void outbox.enqueue(changeWallet(wallet, { name, ...cardDays }), { replaces })
    onClose()
  }

  return (
    <form id={FORM_ID} noValidate className={styles.inDialog} onSubmit={(event) => void form.submit(save)(event)}>
      <DraftOffer offer={typed.offer} />
      <TextField field={form.field('name')} label="Nome" maxLength={MAX_WALLET_NAME} autoComplete="off" autoFocus />
      {wallet.kind === 'card' && (
        <>
          <div className={styles.days}>
            <TextField field={form.field('closingDay')} label="Fecha no dia" inputMode="numeric" maxLength={2} autoComplete="off" />
            <TextField field={form.field('dueDay')} label="Vence no dia" inputMode="numeric" maxLength={2} autoComplete="off" />
          </div>
          <p role="status" className={styles.note}>
            {days && purchaseText(days, now)}
          </p>
        </>
      )}
    </form>
  )
}
