import { useState, type ReactNode } from 'react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { optionalTexts } from '@prumo/shared/transaction-details'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { EntryDraft } from '@prumo/shared/written-entry'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import { transactionTypeNames } from '../../data/transaction-commands'
import { useToday } from '../../lib/use-today'
import { receiptWords } from '../../lib/transaction-state-names'
import { AmountField } from '../../ui/field/amount-field'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { suggestionOrigin } from '../../lib/suggestion-origin'
import { typeOrigin, walletOrigin } from './entry-origins'
import { CategoryFields, NoteField, RepeatFields, typeSegments, typeSegmentsWithTransfer, WhenFields } from './transaction-fields'
import type { TransactionFormValues } from './transaction-form-values'
import type { WrittenLineState } from './use-written-line'
import { billText, TransferFields, TransferNote, WalletField } from './wallet-fields'
import { WrittenFigure } from './written-figure'
import { longDayText, repeatText } from './written-words'
import styles from './written-facts.module.css'

interface WrittenFactsProps {
  line: Pick<WrittenLineState, 'field' | 'isOwn'>
  draft: EntryDraft
  /** As they will be recorded. */
  values: TransactionFormValues
  /** Empty while there is one wallet. */
  offered: readonly Wallet[]
  onChangeType: (type: TransactionType) => void
}

/** One fact: a row that opens its field in place. */
interface EntryFact {
  name: string
  label: string
  value: string
  /** Shown as a value that is not there. */
  isEmpty?: boolean
  /** Where the value comes from; empty where the person said it. */
  origin?: string
  /** Below the value. */
  detail?: string | null
  /** The fields whose errors it shows. */
  fields: readonly (keyof TransactionFormValues)[]
  /** The field; facts with the same one open together. */
  opens: string
  render: () => ReactNode
}

/** What a written line will record: the amount, then every fact with where it comes from, each of which opens its field. */
export function WrittenFacts({ line, draft, values, offered, onChangeType }: WrittenFactsProps) {
  const now = useToday()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { field } = line
  const hasError = (names: EntryFact['fields']) => names.some((name) => field(name).error !== null)
  const isAmountOpen = draft.amount === null || opened.has('amount') || hasError(['amount'])
  if (isAmountOpen && !opened.has('amount')) setOpened(new Set([...opened, 'amount']))
  const facts = factsOf({ line, draft, values, offered, onChangeType }, now)
  const isOpen = ({ opens, fields }: EntryFact) => opened.has(opens) || hasError(fields)

  return (
    <div className={styles.result}>
      {isAmountOpen ? <AmountField field={field('amount')} label="Valor" large /> : <WrittenFigure draft={draft} now={now} />}
      <div className={styles.facts}>
        {facts.map((fact, index) => {
          const { name, label, value, origin, detail, opens, isEmpty = false, render } = fact
          if (!isOpen(fact)) {
            return (
              <button key={name} type="button" className={styles.fact} onClick={() => setOpened(new Set([...opened, opens]))}>
                <span>{label}</span>
                <span data-empty={isEmpty}>
                  {value}
                  {detail && <small>{detail}</small>}
                </span>
                {origin && <em>{origin}</em>}
              </button>
            )
          }
          // Of facts with one field the first shows it.
          if (facts.findIndex((each) => each.opens === opens) !== index) return null
          return (
            <div key={name} className={styles.open} ref={opened.has(opens) ? focusFirstField : undefined}>
              {render()}
            </div>
          )
        })}
      </div>
      {values.type === 'transfer' && <TransferNote values={values} />}
    </div>
  )
}

/** Takes the focus from the row that opened. */
function focusFirstField(opened: HTMLElement | null): void {
  const field = opened?.querySelector<HTMLElement>('input:checked') ?? opened?.querySelector<HTMLElement>('input, select, textarea')
  field?.focus()
}

/** The facts in their order. Those that do not apply are left out. */
function factsOf({ line, draft, values, offered, onChangeType }: WrittenFactsProps, now: string): EntryFact[] {
  const { field, isOwn } = line
  const { type } = values
  const isTransfer = type === 'transfer'
  const wallet = (id: string | null) => offered.find((each) => each.id === id)
  const lastDate = draft.remembered?.lastDate
  const own = (name: keyof TransactionFormValues, origin: string) => (isOwn(name) ? '' : origin)
  const rule = draft.suggestion?.description ? 'sua regra' : ''
  const side = (label: string, name: 'walletId' | 'toWalletId', origin: EntryDraft['walletOrigin']): EntryFact => ({
    name,
    label,
    value: wallet(values[name])?.name ?? 'Escolha',
    origin: own(name, walletOrigin(origin, wallet(values[name])?.kind)),
    fields: [],
    opens: 'places',
    render: () => <TransferFields field={field} values={values} offered={offered} seen={noTransaction} />,
  })
  const repeats = draft.repeat ? repeatText(draft.repeat) : 'não'
  const when = (): ReactNode => <WhenFields field={field} values={values} originallyScheduled={false} isAnswered={false} />
  const facts: (EntryFact | false)[] = [
    {
      name: 'type',
      label: 'Tipo',
      value: transactionTypeNames[type],
      origin: own('type', typeOrigin(draft)),
      fields: ['type'],
      opens: 'type',
      render: () => (
        <Segmented
          legend="Tipo"
          name="type"
          segments={offered.length > 0 || isTransfer ? typeSegmentsWithTransfer : typeSegments}
          value={type}
          onChange={onChangeType}
          block
        />
      ),
    },
    !isTransfer && {
      name: 'description',
      label: 'Descrição',
      value: values.description || 'Sem descrição',
      isEmpty: values.description === '',
      origin: own('description', rule),
      fields: ['description'],
      opens: 'description',
      render: () => <TextField field={field('description')} label="Descrição" maxLength={MAX_TITLE} autoComplete="off" />,
    },
    isTransfer && offered.length > 0 && side('De', 'walletId', draft.walletOrigin),
    isTransfer && offered.length > 0 && side('Para', 'toWalletId', draft.toWalletOrigin),
    type !== 'transfer' && {
      name: 'category',
      label: 'Categoria',
      value: values.category || NO_CATEGORY,
      isEmpty: !values.category,
      origin: own('category', draft.suggestion ? suggestionOrigin(draft.suggestion.source, lastDate) : ''),
      fields: ['category'],
      opens: 'category',
      render: () => <CategoryFields key={type} field={field('category')} type={type} />,
    },
    !isTransfer &&
      offered.length > 0 && {
        name: 'wallet',
        label: 'Conta',
        value: wallet(values.walletId)?.name ?? 'Escolha',
        detail: billOf(wallet(values.walletId), values.date),
        origin: own(
          'walletId',
          draft.walletId ? walletOrigin(draft.walletOrigin, wallet(draft.walletId)?.kind, lastDate) : 'a última usada',
        ),
        fields: ['walletId'],
        opens: 'wallet',
        render: () => <WalletField field={field('walletId')} values={values} offered={offered} />,
      },
    {
      name: 'date',
      label: 'Data',
      value: longDayText(values.date, now),
      fields: ['date'],
      opens: 'when',
      render: when,
    },
    !isTransfer &&
      values.repeats === 'Não' && {
        name: 'isScheduled',
        label: receiptWords(type).short,
        value: values.isScheduled ? 'Ainda não' : 'Sim',
        fields: ['isScheduled'],
        opens: 'when',
        render: when,
      },
    !isTransfer && {
      name: 'repeats',
      label: 'Repete',
      value: repeats.charAt(0).toUpperCase() + repeats.slice(1),
      fields: ['repeats'],
      opens: 'repeats',
      render: () => <RepeatFields field={field} values={values} />,
    },
    values.repeats === 'Não' && {
      name: 'note',
      label: optionalTexts.note.label,
      value: values.note || `Até ${optionalTexts.note.max} letras`,
      isEmpty: !values.note,
      fields: ['note'],
      opens: 'note',
      render: () => <NoteField field={field('note')} />,
    },
  ]
  return facts.filter((each) => each !== false)
}

const noTransaction: Transaction | null = null

function billOf(wallet: Wallet | undefined, date: string): string | null {
  return wallet ? billText(wallet, date) : null
}
