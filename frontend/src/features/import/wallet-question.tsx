import { walletTexts } from '@prumo/shared/wallet-rules'
import { MAX_WALLET_NAME } from '@prumo/shared/limits'
import type { Wallet } from '@prumo/shared/wallets'
import { useForm } from '../../lib/form'
import { newId } from '../../lib/new-id'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field/text-field'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { CardDays } from './card-days'
import { describeRange } from './import-texts'
import type { StatementDraft } from './statement-review'
import { dayProblem, describeAccount, describeWallet, nameProblem, walletQuestion } from './statement-wallet'
import type { StatementWallet } from './review-wallets'
import styles from './wallet-question.module.css'

interface WalletQuestionProps {
  /** Null while closed. */
  draft: StatementDraft | null
  /** All of the account. */
  wallets: readonly Wallet[]
  onAnswered: (wallet: StatementWallet) => void
  onClose: () => void
}

/** The choice of a wallet that does not exist yet. */
const NEW = 'new'

/** Asks to which wallet a statement of an unknown account belongs. */
export default function WalletQuestion({ draft, wallets, onAnswered, onClose }: WalletQuestionProps) {
  const { last, opening } = useLastShown(draft)
  return (
    <Sheet open={draft !== null} onClose={onClose} title="De qual conta é este extrato?">
      {last && <WalletForm key={opening} draft={last} wallets={wallets} onAnswered={onAnswered} />}
    </Sheet>
  )
}

function WalletForm({ draft, wallets, onAnswered }: Omit<WalletQuestionProps, 'draft' | 'onClose'> & { draft: StatementDraft }) {
  const { statement, wallet } = draft
  const question = walletQuestion(statement, wallets)
  const isCard = question.kind === 'card'
  const isNew = ({ choice }: { choice: string }) => choice === NEW
  const form = useForm(
    {
      choice: wallet ? (wallet.opens ? NEW : wallet.id) : firstChoice(question),
      name: wallet?.opens ? wallet.name : question.newName,
      closingDay: String(wallet?.opens?.closingDay ?? ''),
      dueDay: String(wallet?.opens?.dueDay ?? ''),
    },
    {
      name: (name, values) => (isNew(values) ? nameProblem(name, wallets) : null),
      closingDay: (day, values) => (isNew(values) && isCard ? dayProblem(day, walletTexts.closingDayMissing) : null),
      dueDay: (day, values) => (isNew(values) && isCard ? dayProblem(day, walletTexts.dueDayMissing) : null),
    },
  )
  const choice = form.field('choice')

  const answer = form.submit(({ choice: chosen, name, closingDay, dueDay }) => {
    const known = wallets.find(({ id }) => id === chosen)
    if (known) return onAnswered({ id: known.id, name: known.name, kind: known.kind })
    const days = isCard ? { closingDay: Number(closingDay), dueDay: Number(dueDay) } : { closingDay: null, dueDay: null }
    onAnswered({ id: newId(), name: name.trim(), kind: question.kind, opens: days })
  })

  const created = (
    <WalletChoice
      key={NEW}
      id={NEW}
      chosen={choice.value}
      onChoose={choice.onChange}
      name={
        question.newName === ''
          ? `Criar ${isCard ? 'outro cartão' : 'outra conta'}`
          : `Criar ${isCard ? 'cartão' : 'conta'} ${question.newName}`
      }
      about={isCard ? 'Cartão, com as compras desta fatura' : 'Banco, com os lançamentos deste extrato'}
    />
  )
  return (
    <form noValidate onSubmit={(event) => void answer(event)}>
      <p className={styles.about}>{describeStatement(draft)}</p>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Conta</legend>
        {question.newName !== '' && created}
        {question.wallets.map((each) => (
          <WalletChoice
            key={each.id}
            id={each.id}
            chosen={choice.value}
            onChoose={choice.onChange}
            name={each.name}
            about={describeWallet(each)}
          />
        ))}
        {question.newName === '' && created}
      </fieldset>
      {choice.value === NEW && (question.newName === '' || isCard) && (
        <div className={styles.fields}>
          {question.newName === '' && <TextField field={form.field('name')} label="Nome" maxLength={MAX_WALLET_NAME} />}
          {isCard && <CardDays closingDay={form.field('closingDay')} dueDay={form.field('dueDay')} />}
        </div>
      )}
      <p className={styles.note}>É só esta vez: os próximos extratos desta conta vão direto para ela. Nada foi gravado ainda.</p>
      <SheetFoot main="last">
        <Button type="submit" variant="signal" size="lg">
          Continuar
        </Button>
      </SheetFoot>
    </form>
  )
}

function firstChoice({ newName, wallets, kind }: ReturnType<typeof walletQuestion>): string {
  if (newName !== '') return NEW
  return (wallets.find((each) => each.kind === kind) ?? (kind === 'card' ? undefined : wallets[0]))?.id ?? NEW
}

/** `Banco Inter, conta final 4412. 32 lançamentos, de 3 a 27 de novembro.` */
function describeStatement({ statement, fileName }: StatementDraft): string {
  const days = statement.lines.map(({ date }) => date).sort()
  const count = days.length === 1 ? '1 lançamento' : `${new Intl.NumberFormat('pt-BR').format(days.length)} lançamentos`
  const [from, to] = [days[0], days.at(-1)]
  const range = from && to ? `, de ${describeRange(from, to)}` : ''
  return `${describeAccount(statement) ?? fileName}. ${count}${range}.`
}

interface WalletChoiceProps {
  id: string
  chosen: string
  onChoose: (id: string) => void
  name: string
  about: string
}

function WalletChoice({ id, chosen, onChoose, name, about }: WalletChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name="conta"
        value={id}
        checked={chosen === id}
        data-autofocus={chosen === id || undefined}
        onChange={() => onChoose(id)}
      />
      <b>{name}</b>
      <small>{about}</small>
    </label>
  )
}
