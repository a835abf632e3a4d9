import { useId, useState, type ReactNode } from 'react'
import { MAX_CATEGORY } from '@prumo/shared/limits'
import { NO_CATEGORY, transactionCategories, type FlowType } from '@prumo/shared/transaction-rules'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import { useUsedCategories } from '../../../data/used-categories'
import { useWallets } from '../../../data/wallets'
import { today } from '../../../lib/dates'
import { useForm } from '../../../lib/form'
import { Button } from '../../../ui/button'
import { dateProblem } from '../../../ui/field/date-problem'
import { DateField } from '../../../ui/field/date-field'
import { PlainSelect } from '../../../ui/field/plain-select'
import { useNarrow } from '../../../ui/media'
import { Dialog } from '../../../ui/overlay/dialog'
import { Sheet } from '../../../ui/overlay/sheet'
import { partsOfAmount } from '../../../ui/money-format'
import { kindsText, type SelectionFacts } from './selection'
import styles from './selection-dialogs.module.css'

interface FrameProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** From below on a phone, in the middle of a desktop. */
function Frame({ title, onClose, children }: FrameProps) {
  const frame = { open: true, title, onClose }
  return useNarrow() ? (
    <Sheet {...frame}>
      <div className={styles.body}>{children}</div>
    </Sheet>
  ) : (
    <Dialog {...frame}>
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}

interface ChoiceProps<T> {
  count: number
  onChoose: (value: T) => void
  onClose: () => void
}

/** Chooses one category for the ticked ones. */
export function CategoryDialog({ type, count, onChoose, onClose }: ChoiceProps<string | null> & { type: FlowType }) {
  const used = useUsedCategories(type)
  const [own, setOwn] = useState('')
  const id = useId()
  return (
    <Frame title={`Categoria ${ofText(count)}`} onClose={onClose}>
      <ul className={styles.choices}>
        {[...new Set<string>([...transactionCategories[type], ...used])].map((category, index) => (
          <li key={category}>
            <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onChoose(category)}>
              {category}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onChoose(null)}>
            {NO_CATEGORY}
          </button>
        </li>
      </ul>
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault()
          const category = normaliseText(own)
          if (category !== '') onChoose(category)
        }}
      >
        <label htmlFor={id}>Outra</label>
        <input
          id={id}
          value={own}
          autoComplete="off"
          placeholder="Nome da categoria"
          onChange={(event) => setOwn(cutText(event.target.value, MAX_CATEGORY))}
        />
        <Button type="submit" variant="line" disabled={normaliseText(own) === ''}>
          Usar
        </Button>
      </form>
    </Frame>
  )
}

/** Chooses one day for the ticked ones. */
export function DateDialog({ count, onChoose, onClose }: ChoiceProps<string>) {
  const form = useForm({ date: today() }, { date: dateProblem })
  return (
    <Frame title={`Data ${ofText(count)}`} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={(event) => void form.submit(({ date }) => onChoose(date))(event)}>
        <DateField field={form.field('date')} label="Todas ficam neste dia" direction="nearest" autoFocus />
        <Button type="submit" size="lg" block>
          Mudar a data
        </Button>
        <Button variant="plain" size="lg" block onClick={onClose}>
          Cancelar
        </Button>
      </form>
    </Frame>
  )
}

/** Chooses the wallet that the ticked ones move to. */
export function WalletDialog({ count, onChoose, onClose }: ChoiceProps<string>) {
  const { open } = useWallets()
  const [wallet, setWallet] = useState('')
  return (
    <Frame title={`Conta ${ofText(count)}`} onClose={onClose}>
      <PlainSelect
        isLabelled
        label="Passam para"
        prompt="Escolha"
        value={wallet}
        options={open.map(({ id, name }) => [id, name])}
        onChange={setWallet}
      />
      <p className={styles.note}>A transferência que já chega nesta conta fica como está.</p>
      <Button size="lg" block disabled={wallet === ''} onClick={() => onChoose(wallet)}>
        Mudar a conta
      </Button>
      <Button variant="plain" size="lg" block onClick={onClose}>
        Cancelar
      </Button>
    </Frame>
  )
}

interface BatchDeletionProps {
  count: number
  facts: SelectionFacts
  onConfirm: () => void
  onClose: () => void
}

/** Asks before several transactions are deleted; the safe answer is on top. */
export function DeletionDialog({ count, facts, onConfirm, onClose }: BatchDeletionProps) {
  const { income, expense, recurring, pending } = facts
  return (
    <Frame title={count === 1 ? 'Excluir a marcada?' : `Excluir as ${count} marcadas?`} onClose={onClose}>
      <p className={styles.lead}>
        {kindsText(facts)}. {recurringText(recurring)}
      </p>
      <dl className={styles.sums}>
        <div data-type="expense">
          <dt>Despesas</dt>
          <dd>{amountText(-expense)}</dd>
        </div>
        <div data-type="income">
          <dt>Receitas</dt>
          <dd>{amountText(income)}</dd>
        </div>
      </dl>
      <p className={styles.note}>{pending.length === count ? 'O saldo previsto' : 'O saldo'} passa a contar sem elas. Dá para desfazer.</p>
      <Button size="lg" block data-autofocus onClick={onClose}>
        Cancelar
      </Button>
      <Button variant="losing" size="lg" block onClick={onConfirm}>
        {count === 1 ? 'Excluir' : `Excluir as ${count}`}
      </Button>
    </Frame>
  )
}

function recurringText(recurring: number): string {
  if (recurring === 0) return ''
  return recurring === 1
    ? 'Uma delas se repete: só esta sai, as próximas ficam.'
    : `${recurring} delas se repetem: só estas saem, as próximas ficam.`
}

function ofText(count: number): string {
  return count === 1 ? 'da marcada' : `das ${count} marcadas`
}

function amountText(centavos: number): string {
  const { whole, cents } = partsOfAmount(centavos, true)
  return whole + cents
}
