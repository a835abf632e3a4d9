import { useId, useState } from 'react'
import { IconArrowsUpDown, IconChevronDown } from '@tabler/icons-react'
import { closingFor, dueDateOf } from '@prumo/shared/bill-rules'
import { isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos, formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import { netInBalance } from '../../data/optimistic-wallets'
import { useWallets } from '../../data/wallets'
import { formatDate } from '../../lib/dates'
import type { FieldBinding } from '../../lib/form'
import { useToday } from '../../lib/use-today'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { DateField } from '../../ui/field/date-field'
import { SelectField } from '../../ui/field/select-field'
import { IconButton } from '../../ui/icon-button'
import type { TransactionFormValues } from './transaction-form-values'
import styles from './wallet-fields.module.css'

/** More choices stand in a list. */
const MOST_CHIPS = 4

interface WalletFieldProps {
  field: FieldBinding<string | null>
  values: TransactionFormValues
  offered: readonly Wallet[]
}

/** The wallet of an income or expense; of a card also the bill that it comes into. */
export function WalletField({ field, values: { walletId, date }, offered }: WalletFieldProps) {
  const chosen = offered.find(({ id }) => id === walletId)
  const bill = chosen && billText(chosen, date)
  return (
    <div className={styles.wallet}>
      {offered.length <= MOST_CHIPS ? (
        <ChoiceChips
          legend="Conta"
          name="wallet"
          choose="one"
          options={offered.map(({ name }) => name)}
          chosen={chosen ? [chosen.name] : []}
          onChange={([name]) => field.onChange(offered.find((each) => each.name === name)?.id ?? walletId)}
        />
      ) : (
        <SelectField
          field={{ ...field, value: walletId ?? '' }}
          label="Conta"
          prompt="Escolha"
          options={offered.map(({ id }) => id)}
          labels={Object.fromEntries(offered.map(({ id, name }) => [id, name]))}
        />
      )}
      {bill && <p>{bill}</p>}
    </div>
  )
}

/** `Entra na fatura que vence em 10/12`; null if the wallet is no card or the date is incomplete. */
export function billText({ closingDay, dueDay }: Pick<Wallet, 'closingDay' | 'dueDay'>, date: string): string | null {
  if (closingDay === null || dueDay === null || !isCalendarDate(date)) return null
  const days = { closingDay, dueDay }
  const { dueOn } = dueDateOf(closingFor(date, days), days)
  return `Entra na fatura que vence em ${dueOn.slice(0, 4) === date.slice(0, 4) ? formatDate(dueOn).slice(0, 5) : formatDate(dueOn)}`
}

interface TransferFieldsProps {
  field: <K extends keyof TransactionFormValues>(name: K) => FieldBinding<TransactionFormValues[K]>
  /** With both wallets. */
  values: TransactionFormValues
  offered: readonly Wallet[]
  /** The edited transaction, which the balances include. */
  seen: Transaction | null
}

/** From where to where a transfer goes, and what each side is left with. */
export function TransferFields({ field, values, offered, seen }: TransferFieldsProps) {
  const { walletId, toWalletId } = values
  const now = useToday()
  const centavos = parseCentavos(values.amount) ?? 0
  const left = (id: string | null, date: string, sign: 1 | -1) => {
    const wallet = offered.find((each) => each.id === id)
    return wallet && balanceText(balanceAfter({ wallet, seen, date, now }, sign * centavos), wallet.kind === 'card')
  }

  function choose(side: 'walletId' | 'toWalletId', id: string): void {
    const [own, other] = side === 'walletId' ? [walletId, toWalletId] : [toWalletId, walletId]
    field(side).onChange(id)
    // The side that had the chosen one gets the other.
    field(side === 'walletId' ? 'toWalletId' : 'walletId').onChange(id === other ? own : other)
  }

  function swap(): void {
    field('walletId').onChange(toWalletId)
    field('toWalletId').onChange(walletId)
  }

  return (
    <div className={styles.transfer} role="group" aria-label="Transferência">
      <div className={styles.plumb} aria-hidden="true">
        <i />
        <b>{formatPlainCentavos(centavos)}</b>
        <i />
      </div>
      <Side
        label="De"
        value={walletId}
        offered={offered}
        onChoose={(id) => choose('walletId', id)}
        left={left(walletId, values.date, -1)}
      />
      <Side
        label="Para"
        value={toWalletId}
        offered={offered}
        onChoose={(id) => choose('toWalletId', id)}
        left={left(toWalletId, values.toDate ?? values.date, 1)}
      />
      <IconButton label="Trocar os lados" icon={<IconArrowsUpDown size={20} stroke={1.75} aria-hidden />} onClick={swap} />
    </div>
  )
}

interface SideProps {
  label: string
  value: string | null
  offered: readonly Wallet[]
  onChoose: (id: string) => void
  left: { words: string; amount: string } | undefined
}

function Side({ label, value, offered, onChoose, left }: SideProps) {
  const id = useId()
  return (
    <div className={styles.side}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.select}>
        <select id={id} value={value ?? ''} onChange={(event) => onChoose(event.target.value)}>
          {offered.map((wallet) => (
            <option key={wallet.id} value={wallet.id}>
              {wallet.name}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </span>
      {left && (
        <p>
          {left.words} <b className="money">{left.amount}</b>
        </p>
      )}
    </div>
  )
}

interface BalanceQuestion {
  wallet: Wallet
  seen: Transaction | null
  date: string
  now: CalendarDate
}

/** A wallet's balance once the typed amount has moved; one of a day before the stated balance changes nothing. */
function balanceAfter({ wallet, seen, date, now }: BalanceQuestion, moved: number): number {
  const day = date < now ? date : now
  const isCounted = wallet.statedOn === null || day > wallet.statedOn
  return wallet.balance.amount - netInBalance(wallet, seen, now) + (isCounted ? moved : 0)
}

/** `fica com 1.102,15`; of a card `fica devendo 0,00`. */
function balanceText(centavos: number, isCard: boolean): { words: string; amount: string } {
  const owes = isCard && centavos <= 0
  return { words: owes ? 'fica devendo' : 'fica com', amount: formatPlainCentavos(owes ? -centavos : centavos) }
}

/** The day on which a transfer arrives, once it is asked for. */
export function ArrivalField({ field }: { field: FieldBinding<string | null> }) {
  const [isAsked, setAsked] = useState(field.value !== null)
  if (!isAsked) {
    return (
      <button type="button" className={styles.arrival} onClick={() => setAsked(true)}>
        Chega outro dia
      </button>
    )
  }
  return (
    <DateField
      field={{ ...field, value: field.value ?? '', onChange: (date) => field.onChange(date || null) }}
      label="Chega no dia"
      direction="next"
    />
  )
}

/** Says that a transfer changes no sum, and what stays on hand where both sides are in it. */
export function TransferNote({ values: { walletId, toWalletId, isScheduled } }: Pick<TransferFieldsProps, 'values'>) {
  const { data, wallets } = useWallets()
  const isOnHand = (id: string | null) => wallets.some((wallet) => wallet.id === id && wallet.kind !== 'card' && !wallet.archived)
  const stays = data && !isScheduled && isOnHand(walletId) && isOnHand(toWalletId)
  return (
    <p className={styles.note}>
      Só muda de lugar: não é receita nem despesa.
      {stays && ` “Na conta hoje” continua em ${formatCentavos(data.onHand.amount)}.`}
    </p>
  )
}
