import { useRef } from 'react'
import { MAX_WALLET_NAME } from '@prumo/shared/limits'
import { walletKinds } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useAccount } from '../../data/account'
import { useDraft } from '../../data/use-draft'
import { openWallet, stateOpeningBalance, type WalletDraft } from '../../data/wallet-commands'
import { submitByKey, useForm } from '../../lib/form'
import { draftName, type OpenForm } from '../../lib/form-address'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { Checkbox } from '../../ui/field/checkbox'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import {
  emptyWallet,
  typedBalance,
  typedDays,
  valuesOfDraft,
  walletDraftOf,
  walletRules,
  type WalletFormValues,
} from './wallet-form-values'
import { WalletIcon } from './wallet-icon'
import { kindNames, purchaseText } from './wallet-texts'
import styles from './wallet-sheet.module.css'

interface WalletSheetProps {
  /** Null while closed. */
  form: OpenForm<WalletDraft> | null
  wallets: readonly Wallet[]
  onClose: () => void
}

/** The form of a new wallet. */
export default function WalletSheet({ form, wallets, onClose }: WalletSheetProps) {
  const { last, opening } = useLastShown(form)
  return (
    <Sheet isHistoryEntry open={form !== null} onClose={onClose} title="Nova conta">
      {last && <WalletForm key={opening} form={last} wallets={wallets} onClose={onClose} />}
    </Sheet>
  )
}

const segments = walletKinds.map((kind) => ({ value: kind, label: kindNames[kind], icon: <WalletIcon kind={kind} size={18} /> }))

const amountLabels = { bank: 'Quanto tem hoje', cash: 'Quanto tem hoje', card: 'Quanto deve hoje' } as const

const saveLabels = { bank: 'Criar conta', cash: 'Criar conta', card: 'Criar cartão' } as const

function WalletForm({ form: { draft, replaces, newId }, wallets, onClose }: WalletSheetProps & { form: OpenForm<WalletDraft> }) {
  const { outbox } = useAccount()
  const now = useToday()
  // The refused wallet is still listed with its name.
  const others = wallets.filter(({ id }) => id !== newId)
  const form = useForm<WalletFormValues>(draft ? valuesOfDraft(draft) : emptyWallet, walletRules(others))
  const typed = useDraft(draftName('wallet', null, replaces), form)
  // Guards against a second tap while the sheet closes.
  const isSaved = useRef(false)
  const { field, values } = form
  const days = typedDays(values)
  const isNegative = field('isNegative')

  function save(valid: WalletFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    const command = openWallet(walletDraftOf(valid), newId)
    void outbox.enqueue(command, { replaces })
    const balance = typedBalance({ ...valid, isNegative: valid.kind === 'bank' && valid.isNegative })
    if (balance !== null) void outbox.enqueue(stateOpeningBalance(command, balance, now))
    onClose()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(save))}
    >
      <DraftOffer offer={typed.offer} />
      <Segmented legend="Tipo da conta" name="kind" segments={segments} value={values.kind} onChange={field('kind').onChange} block />
      <TextField field={field('name')} label="Nome" maxLength={MAX_WALLET_NAME} autoComplete="off" autoFocus />
      {values.kind === 'card' && (
        <>
          <div className={styles.days}>
            <TextField field={field('closingDay')} label="Fecha no dia" inputMode="numeric" maxLength={2} autoComplete="off" />
            <TextField field={field('dueDay')} label="Vence no dia" inputMode="numeric" maxLength={2} autoComplete="off" />
          </div>
          <p role="status" className={styles.note}>
            {days && purchaseText(days, now)}
          </p>
        </>
      )}
      <AmountField field={field('amount')} label={amountLabels[values.kind]} optional="se não souber, deixe em branco" />
      {values.kind === 'bank' && (
        <Checkbox label="Está negativo" name="negativo" checked={isNegative.value} onChange={isNegative.onChange} />
      )}
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block>
          {saveLabels[values.kind]}
        </Button>
      </SheetFoot>
    </form>
  )
}
