import { memo, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY, transactionCategories } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import { formatDate, formatDayOfMonth } from '../../lib/dates'
import { Checkbox } from '../../ui/field/checkbox'
import { Money } from '../../ui/money'
import { formatFlow, speakCentavos } from '../../ui/money-format'
import { betweenOptions, NEW_CARD, originTexts, type BetweenWallets } from './between-wallets'
import type { ReviewWallets, StatementWallet } from './review-wallets'
import { canBeCategorized, type LineChoice, type ReviewLine } from './statement-review'
import { PlainSelect } from '../../ui/field/plain-select'
import type { VirtualRowProps } from '../../ui/use-virtual-rows'
import { formatShortDay } from './import-texts'
import styles from './statement-review-row.module.css'

interface StatementReviewRowProps {
  index: number
  rowProps: (index: number) => VirtualRowProps
  line: ReviewLine
  /** Null while the wallet of the statement is unknown. */
  wallets: ReviewWallets | null
  /** The categories of the account's transactions of this type. */
  used: readonly string[]
  /** The number of similar lines with another category, after a change of this one's. */
  alikeCount: number
  /** Where the category comes from, in words; null if nothing is said. */
  origin: string | null
  /** Offers the category for all such lines. Null where a rule says so already. */
  onAlways: ((line: ReviewLine) => void) | null
  onChange: (key: string, choice: LineChoice) => void
  onFileLike: (line: ReviewLine) => void
  onNewCard: (line: ReviewLine) => void
}

/** A line of a statement: its tick, description and category, and its relation to existing transactions. */
export const StatementReviewRow = memo(function StatementReviewRow({
  index,
  rowProps,
  line,
  wallets,
  used,
  alikeCount,
  origin,
  onAlways,
  onChange,
  onFileLike,
  onNewCard,
}: StatementReviewRowProps) {
  const { key, date, centavos, type, description, statementText, category, state, isTicked, other, between, isNoTransfer } = line
  const isKnown = state === 'known'
  return (
    <li {...rowProps(index)} className={styles.row} data-off={!isTicked} data-between={between !== null || undefined}>
      <span className={styles.tick}>
        {!isKnown && (
          <Checkbox
            label={
              <span className="visually-hidden">
                Importar {description}, {formatDate(date)}
              </span>
            }
            checked={isTicked}
            onChange={(next) => onChange(key, { isTicked: next })}
          />
        )}
      </span>
      <time className={styles.date} dateTime={date}>
        {formatShortDay(date)}
      </time>
      <div className={styles.what}>
        <Description line={line} onChange={(next) => onChange(key, { description: next })} />
        {statementText !== null && <small className={styles.bankText}>{statementText}</small>}
        <Note line={line} />
        {line.mayPay && (
          <button type="button" className={styles.alike} onClick={() => onChange(key, { isOther: true })}>
            Não, é outra
          </button>
        )}
        {isNoTransfer && (
          <button type="button" className={styles.alike} onClick={() => onChange(key, { between: '' })}>
            É transferência
          </button>
        )}
        {alikeCount > 0 && (
          <button type="button" className={styles.alike} onClick={() => onFileLike(line)}>
            Usar {category ?? NO_CATEGORY} {alikeCount === 1 ? 'na outra igual' : `nas outras ${alikeCount} iguais`}
          </button>
        )}
      </div>
      <div className={styles.category}>
        {between && wallets && <Direction line={line} between={between} wallets={wallets} onChange={onChange} onNewCard={onNewCard} />}
        {canBeCategorized(line) && isTicked && (
          <PlainSelect
            label={`Categoria de ${description}`}
            value={category ?? ''}
            options={optionsOf(line, used)}
            isQuiet={category === null}
            onChange={(next) => onChange(key, { category: next === '' ? null : next })}
          />
        )}
        {state === 'expected' && other && !line.mayPay && <span>{other.category ?? NO_CATEGORY}</span>}
        {origin !== null && <small className={styles.origin}>{origin}</small>}
        {onAlways && (
          <button type="button" className={styles.alike} onClick={() => onAlways(line)}>
            Usar sempre?
            <span className="visually-hidden">
              {' '}
              {category} para {description}
            </span>
          </button>
        )}
      </div>
      <span className={styles.amount}>
        {between ? <MovedAmount centavos={centavos} type={type} /> : <Money centavos={centavos} type={type} expected={!isTicked} />}
      </span>
    </li>
  )
})

/** The amount of a transfer, signed by the side on which it left or came to this wallet. */
function MovedAmount({ centavos, type }: Pick<ReviewLine, 'centavos' | 'type'>) {
  return (
    <span className={`money ${styles.moved}`}>
      <span className="visually-hidden">Transferência de {speakCentavos(centavos)}</span>
      <span aria-hidden="true">{formatFlow(centavos, type)}</span>
    </span>
  )
}

interface DirectionProps extends Pick<StatementReviewRowProps, 'line' | 'onChange' | 'onNewCard'> {
  between: BetweenWallets
  wallets: ReviewWallets
}

/** From where to where a line moves the money, and why it is offered as a transfer. */
function Direction({ line, between, wallets, onChange, onNewCard }: DirectionProps) {
  const { key, type, description } = line
  const choose = (value: string) => (value === NEW_CARD ? onNewCard(line) : onChange(key, { between: value }))
  return (
    <>
      <PlainSelect
        label={`De onde para onde vai ${description}`}
        value={between.wallet?.id ?? ''}
        prompt="Escolha o cartão"
        options={betweenOptions(between, type, wallets)}
        isQuiet={between.wallet === null}
        onChange={choose}
      />
      <small className={styles.origin}>{originTexts[between.origin]}</small>
    </>
  )
}

function optionsOf({ type, category }: ReviewLine, used: readonly string[]): [string, string][] {
  const listed: readonly string[] = transactionCategories[type]
  const all = [...new Set([...listed, ...used, ...(category === null ? [] : [category])])]
  return [['', NO_CATEGORY], ...all.map((each): [string, string] => [each, each])]
}

/** The description, with an edit button. A line that settles a transaction keeps that one's. */
function Description({
  line: { description, state, isTicked, between },
  onChange,
}: {
  line: ReviewLine
  onChange: (text: string) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const pencil = useRef<HTMLButtonElement>(null)
  if (text === null) {
    return (
      <span className={styles.description}>
        <b>{description}</b>
        {isTicked && state !== 'expected' && !between?.joins && (
          <button
            ref={pencil}
            type="button"
            className={styles.pencil}
            aria-label={`Editar a descrição de ${description}`}
            onClick={() => setText(description)}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </span>
    )
  }
  function keep(): void {
    const plain = normaliseText(text ?? '')
    if (plain !== '') onChange(plain)
    setText(null)
  }
  function leave(event: KeyboardEvent, how: () => void): void {
    // Otherwise Enter would press the newly focused button, and Escape would leave the screen.
    event.preventDefault()
    event.stopPropagation()
    flushSync(how)
    pencil.current?.focus()
  }
  return (
    <input
      className={styles.input}
      aria-label="Descrição"
      value={text}
      ref={focusDescription}
      onChange={(event) => setText(cutText(event.target.value, MAX_TITLE))}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave(event, keep)
        if (event.key === 'Escape') leave(event, () => setText(null))
      }}
    />
  )
}

/** The input replaces the button that had the focus. */
function focusDescription(input: HTMLInputElement | null): void {
  if (input && document.activeElement !== input) input.focus()
}

/** The transaction that a line settles or resembles, and the reason why it is not ticked. */
function Note({ line }: { line: ReviewLine }) {
  const { state, other, paysBill, isPlanned, mayPay, between } = line
  return (
    <>
      {between?.wallet && <BetweenNote line={line} wallet={between.wallet} joins={between.joins} />}
      {state === 'expected' && other && (
        <small className={styles.note}>
          <IconCheck size={16} stroke={1.75} aria-hidden />
          <span>
            Confirma <b>{other.description}</b>, prevista para {formatShortDay(other.date)}
          </span>
        </small>
      )}
      {mayPay && (
        <small className={styles.note}>
          <span>
            Isto paga <b>{mayPay.description}</b>? Prevista para {formatShortDay(mayPay.date)} por {formatCentavos(mayPay.amount)}.
          </span>
        </small>
      )}
      {state === 'similar' && other && (
        <small className={styles.note}>
          <span>
            Você já tem <b>{other.description}</b>, {formatDayOfMonth(other.date)}
          </span>
        </small>
      )}
      {paysBill && state !== 'known' && !between?.wallet && (
        <small className={styles.note}>
          Pagamento de fatura: as compras do cartão já são a despesa. Deixe desmarcada se também importa a fatura.
        </small>
      )}
      {isPlanned && state !== 'known' && (
        <small className={styles.note}>Lançamento futuro: neste extrato ainda não aconteceu. Marque se já foi feito.</small>
      )}
    </>
  )
}

/** The other side of a transfer, with the day on which it left or arrived there. */
function BetweenNote({ line: { type }, wallet, joins }: { line: ReviewLine; wallet: StatementWallet; joins: Transaction | null }) {
  const leaves = type === 'expense'
  if (!joins)
    return (
      <small className={styles.note}>
        <span>
          {leaves && wallet.kind === 'card' ? 'Paga a fatura do ' : leaves ? 'Vai para ' : 'Vem de '}
          <b>{wallet.name}</b>
        </span>
      </small>
    )
  const day = formatShortDay(leaves ? (joins.toDate ?? joins.date) : joins.date)
  return (
    <small className={styles.note}>
      <span>
        {leaves ? 'Chegou em ' : 'Saiu de '}
        <b>{wallet.name}</b> em {day}
        {joins.type === 'transfer' ? (
          ', como você lançou'
        ) : (
          <>
            , na {joins.type === 'income' ? 'receita' : 'despesa'} <b>{joins.description}</b>
          </>
        )}
      </span>
    </small>
  )
}
