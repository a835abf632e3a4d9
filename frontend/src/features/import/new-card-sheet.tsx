import { MAX_WALLET_NAME } from '@prumo/shared/limits'
import { walletTexts } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useForm } from '../../lib/form'
import { newId } from '../../lib/new-id'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field/text-field'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { CardDays } from './card-days'
import { dayProblem, nameProblem } from './statement-wallet'
import type { StatementWallet } from './review-wallets'
import styles from './wallet-question.module.css'

interface NewCardSheetProps {
  /** Null while closed. */
  name: string | null
  /** All of the account. */
  wallets: readonly Pick<Wallet, 'name'>[]
  onCreated: (card: StatementWallet) => void
  onClose: () => void
}

/** Asks what the import needs to create the card whose bill a line pays. */
export default function NewCardSheet({ name, wallets, onCreated, onClose }: NewCardSheetProps) {
  const { last, opening } = useLastShown(name)
  return (
    <Sheet open={name !== null} onClose={onClose} title="Criar cartão">
      {last !== null && <NewCardForm key={opening} name={last} wallets={wallets} onCreated={onCreated} />}
    </Sheet>
  )
}

function NewCardForm({ name, wallets, onCreated }: Omit<NewCardSheetProps, 'name' | 'onClose'> & { name: string }) {
  const form = useForm(
    { name, closingDay: '', dueDay: '' },
    {
      name: (text) => nameProblem(text, wallets),
      closingDay: (day) => dayProblem(day, walletTexts.closingDayMissing),
      dueDay: (day) => dayProblem(day, walletTexts.dueDayMissing),
    },
  )
  const create = form.submit((values) =>
    onCreated({
      id: newId(),
      name: values.name.trim(),
      kind: 'card',
      opens: { closingDay: Number(values.closingDay), dueDay: Number(values.dueDay) },
    }),
  )
  return (
    <form noValidate onSubmit={(event) => void create(event)}>
      <p className={styles.about}>Pagar a fatura só muda o dinheiro de lugar: as compras do cartão são a despesa.</p>
      <div className={styles.fields}>
        <TextField field={form.field('name')} label="Nome" maxLength={MAX_WALLET_NAME} />
        <CardDays closingDay={form.field('closingDay')} dueDay={form.field('dueDay')} />
      </div>
      <p className={styles.note}>O cartão é criado junto com a importação. Nada foi gravado ainda.</p>
      <SheetFoot main="last">
        <Button type="submit" size="lg">
          Usar este cartão
        </Button>
      </SheetFoot>
    </form>
  )
}
