import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { closingTexts } from '@prumo/shared/closing-rules'
import { MAX_TITLE } from '@prumo/shared/limits'
import type { Transaction, UsedDescription } from '@prumo/shared/transactions'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { formatPlainCentavos } from '@prumo/shared/money'
import { useAccount } from '../../data/account'
import { closedMonthsOf, useClosedMonths } from '../../data/closed-months'
import { lastEntered } from '../../data/last-transaction'
import { rememberWallet } from '../../data/last-wallet'
import { draftAgain, type TransactionDraft } from '../../data/transaction-commands'
import { useDraft } from '../../data/use-draft'
import { useEntryReader } from '../../data/use-entry-reader'
import { useCategorySpelling } from '../../data/use-category-spelling'
import { useWallets } from '../../data/wallets'
import { changesOf, submitByKey, useForm } from '../../lib/form'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { lazyPart } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { SheetFoot } from '../../ui/overlay/sheet'
import { NewAttachmentStrip } from './attachments/new-attachment-strip'
import type { NewAttachments } from './attachments/use-new-attachments'
import { DescriptionField } from './description-field'
import { suggestionOrigin } from '../../lib/suggestion-origin'
import { CategoryFields, NoteField, RepeatFields, typeSegments, typeSegmentsWithTransfer, WhenFields } from './transaction-fields'
import {
  emptyValues,
  formRules,
  resumedValues,
  transactionDraftOf,
  valuesOfDraft,
  valuesOnDay,
  type TransactionFormValues,
} from './transaction-form-values'
import { useCategorySuggestion } from './use-category-suggestion'
import { useWalletChoices } from './use-wallet-choices'
import { useWrittenLine } from './use-written-line'
import { ArrivalField, TransferFields, TransferNote, WalletField } from './wallet-fields'
import { WrittenFacts } from './written-facts'
import { WrittenLineField } from './written-line'
import { WrittenQuestion } from './written-question'
import { recordedEntry } from './written-values'
import styles from './transaction-form.module.css'

// Shows nothing without a MEI; a failure is retried.
const FiscalFields = lazyPart(() => import('./fiscal-fields'))

function saveLabel({ type, repeats, count, paid }: TransactionFormValues): string {
  if (type === 'transfer' || repeats !== 'Parcelado') return 'Salvar'
  return count - paid === 1 ? 'Salvar 1 parcela' : `Salvar ${count - paid} parcelas`
}

/** What a draft of the form holds. */
interface DraftedValues extends TransactionFormValues {
  receipts: number
}

interface TransactionFormProps {
  /** The name of the draft on this device. */
  name: string
  initial: TransactionFormValues
  /** What a new transaction is read from first. */
  line?: string | undefined
  onSave: (draft: TransactionDraft) => void
  onClose: () => void
  /** The transaction was scheduled and its confirmation is given. */
  isAnswered?: boolean
  /** Allows a written line, a recurrence, and saving without closing. */
  isNew?: boolean
  /** The edited transaction; null for a new one. */
  seen?: Transaction | null
  /** Whether saving needs another answer first. The form then stays open. */
  needsScope?: (draft: TransactionDraft) => boolean
  /** The receipts of a new transaction. */
  attachments?: NewAttachments
  /** Further actions, rendered after the fields. */
  more?: ReactNode
  /** Rendered beside the save button. */
  children?: ReactNode
}

/** The fields in the order in which people describe a transaction: type, amount, description, category, date. */
export function TransactionForm({
  name,
  initial,
  line: first = '',
  onSave,
  onClose,
  isAnswered = false,
  isNew = false,
  seen = null,
  needsScope,
  attachments,
  more,
  children,
}: TransactionFormProps) {
  const account = useAccount()
  const form = useForm<TransactionFormValues>(initial, formRules)
  const { fill } = form
  const [status, setStatus] = useState('')
  const spell = useCategorySpelling()
  const { walletName } = useWallets()
  const isNarrow = useNarrow()
  // Guards against a second tap while the sheet closes.
  const isSaved = useRef(false)
  const now = useToday()
  const closed = useClosedMonths()
  const { offered, complete, transferName } = useWalletChoices(initial)

  const reader = useEntryReader()
  const line = useWrittenLine({ reader, form, initial, first, now })
  const { entry, question } = line
  const lineRef = useRef<HTMLTextAreaElement>(null)
  const questionRef = useRef<HTMLButtonElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const readingId = useId()
  const waitId = useId()
  // Saving waits for the reader's code.
  const isWaiting = useRef(false)
  const field = entry ? line.field : form.field

  // Earlier input keeps its category, also an empty one.
  const [isCategoryChosen, setCategoryChosen] = useState(initial.description !== '')
  const suggestion = useCategorySuggestion(isNew && !isCategoryChosen && !entry ? reader : null, form.values)
  const withSuggestion = (given: TransactionFormValues) => (suggestion ? { ...given, category: suggestion.category } : given)
  const toRecord = (given: TransactionFormValues) => complete(valuesOnDay(withSuggestion(given), now, isNew))
  const values = toRecord(form.values)
  const isTransfer = values.type === 'transfer'
  const isRepeating = values.repeats !== 'Não' && !isTransfer

  // A draft holds how many receipts were chosen, not their files. Without typed input there is no draft.
  const isTyped = Object.keys(changesOf(form.saved, form.values)).length > 0
  const receipts = isTyped && !isRepeating ? (attachments?.chosen.length ?? 0) : 0
  const typed = useDraft<DraftedValues>(name, {
    saved: { ...form.saved, receipts: 0 },
    values: { ...form.values, receipts },
    fill: ({ receipts: lost = 0, ...earlier }) => {
      form.fill(resumedValues(earlier, now))
      attachments?.reportLost(lost)
    },
  })

  function changeType(type: TransactionType): void {
    if (form.values.category !== null) setStatus('A categoria foi limpa: cada tipo tem as suas.')
    field('type').onChange(type)
    field('category').onChange(null)
    setCategoryChosen(false)
    // What came in arrived at its wallet, what went out left it.
    const { walletId } = form.values
    if (isTransfer && type === 'income') field('walletId').onChange(values.toWalletId)
    if (values.type === 'income' && type === 'transfer' && walletId !== null) {
      field('toWalletId').onChange(walletId)
      field('walletId').onChange(offered.find(({ id }) => id !== walletId)?.id ?? null)
    }
    if (values.type === 'expense' && type === 'transfer' && values.toWalletId === walletId) field('toWalletId').onChange(null)
  }

  /** Takes what was called so before; the amount only where none is typed. */
  function takeRemembered({ description, type, category, amount, walletId }: UsedDescription): void {
    const taken: Partial<TransactionFormValues> = { description, type, category }
    if (offered.some(({ id }) => id === walletId)) taken.walletId = walletId
    if (form.values.amount.trim() === '') taken.amount = formatPlainCentavos(amount)
    fill(taken)
    setCategoryChosen(true)
  }

  function repeatLast(): void {
    const last = lastEntered(account)
    if (!last) return setStatus('Ainda não há o que repetir.')
    line.clear()
    form.fill(valuesOfDraft(draftAgain(last, now), now))
    setCategoryChosen(true)
    setStatus(`Igual à última: ${last.description}. A data é hoje.`)
    form.focus('amount')
  }

  function draftOf(valid: TransactionFormValues): TransactionDraft {
    const draft = transactionDraftOf(toRecord(valid))
    if (draft.type === 'transfer')
      return { ...draft, category: null, description: draft.description || transferName(draft.walletId ?? null, draft.toWalletId ?? null) }
    const source = entry && !line.isOwn('category') ? entry.draft.suggestion : suggestion
    const category = spell(draft.category, draft.type, isNew ? null : initial.category)
    return { ...draft, category, ...(source?.ruleId && { ruleId: source.ruleId }) }
  }

  /** What is asked, or not yet read, is saved only afterwards. */
  function mayBeSaved(): boolean {
    const isUnread = entry === null && line.text.trim() !== ''
    if (isUnread) isWaiting.current = true
    if (question) questionRef.current?.focus()
    return !question && !isUnread
  }

  useEffect(() => {
    if (!isWaiting.current || !entry) return
    isWaiting.current = false
    formRef.current?.requestSubmit()
  }, [entry])

  function save(valid: TransactionFormValues): void {
    const draft = draftOf(valid)
    if (isSaved.current || isRefused(draft) || needsScope?.(draft)) return
    isSaved.current = true
    typed.remove({ receipts: 0 })
    saveDraft(draft)
    onClose()
  }

  /** Says at the field that a closed month cannot change. */
  function isRefused(draft: TransactionDraft): boolean {
    const months = closedMonthsOf(seen, draft, closed)
    if (months.length === 0) return false
    const text = closingTexts.closed(months)
    const changed =
      seen && (['amount', 'description'] as const).find((each) => (each === 'amount' ? draft.centavos : draft[each]) !== seen[each])
    form.reject({ [changed ?? (values.day === 'Outra data' ? 'date' : 'amount')]: [text] })
    if (entry) setStatus(text)
    return true
  }

  function saveDraft(draft: TransactionDraft): void {
    if (isNew) rememberWallet(draft.walletId)
    onSave(draft)
  }

  function saveAndContinue(valid: TransactionFormValues): void {
    const draft = draftOf(valid)
    if (isSaved.current || isRefused(draft)) return
    typed.remove({ receipts: 0 })
    saveDraft(draft)
    const { type, day, date, isScheduled, walletId, toWalletId } = valid
    form.reset(entry ? emptyValues(now) : { ...emptyValues(now), type, day, date, isScheduled, walletId, toWalletId })
    line.clear()
    setCategoryChosen(false)
    setStatus(`${draft.description}: pronto. Agora a próxima.`)
    if (entry) lineRef.current?.focus()
    else form.focus('amount')
  }

  const submit = (send: (valid: TransactionFormValues) => void) => (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (mayBeSaved()) void form.submit(send)()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isNew && event.shiftKey && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      repeatLast()
    } else submitByKey(event, submit(isNew ? saveAndContinue : save))
  }

  return (
    <form ref={formRef} noValidate className={styles.form} onSubmit={(event) => submit(save)(event)} onKeyDown={onKeyDown}>
      <DraftOffer offer={typed.offer} />
      {isNew && (
        <WrittenLineField
          ref={lineRef}
          text={line.text}
          entry={entry}
          walletName={walletName}
          onChange={line.change}
          onEnter={() => formRef.current?.requestSubmit()}
          autoFocus={!isNarrow || first !== ''}
          describedBy={readingId}
        />
      )}
      {isNew && (
        <p id={readingId} className={line.text === '' ? styles.lead : 'visually-hidden'}>
          Escreva tudo em uma linha, ou preencha abaixo.
        </p>
      )}
      {entry && question && (
        <WrittenQuestion
          ref={questionRef}
          id={waitId}
          entry={entry}
          question={question}
          now={now}
          walletName={walletName}
          onChoose={(choices) => {
            line.choose(choices)
            lineRef.current?.focus()
          }}
        />
      )}
      {entry && !question && (
        <WrittenFacts
          line={line}
          draft={recordedEntry(entry.draft, values, transferName(values.walletId, values.toWalletId))}
          values={values}
          offered={offered}
          onChangeType={changeType}
        />
      )}
      {!entry && (
        <>
          <Segmented
            legend="Tipo"
            name="type"
            segments={offered.length > 0 || isTransfer ? typeSegmentsWithTransfer : typeSegments}
            value={values.type}
            onChange={changeType}
            block
          />
          <AmountField
            field={field('amount')}
            label={values.repeats === 'Parcelado' && !isTransfer ? 'Valor total' : 'Valor'}
            large
            autoFocus={!isNew || (isNarrow && first === '')}
          />
          {isTransfer && <TransferFields field={field} values={values} offered={offered} seen={seen} />}
          {isNew && !isTransfer ? (
            <DescriptionField field={field('description')} onTake={takeRemembered} />
          ) : (
            <TextField
              field={field('description')}
              label="Descrição"
              maxLength={MAX_TITLE}
              autoComplete="off"
              {...(isTransfer && { placeholder: transferName(values.walletId, values.toWalletId) })}
            />
          )}
          {values.type !== 'transfer' && (
            <CategoryFields
              key={values.type}
              field={{
                ...field('category'),
                value: values.category,
                onChange: (category) => {
                  setCategoryChosen(true)
                  field('category').onChange(category)
                },
              }}
              type={values.type}
              origin={suggestion && suggestionOrigin(suggestion.source, undefined)}
            />
          )}
        </>
      )}
      <p role="status" className={styles.said}>
        {status}
      </p>
      {!entry && (
        <>
          {!isTransfer && offered.length > 0 && <WalletField field={field('walletId')} values={values} offered={offered} />}
          <WhenFields field={field} values={values} originallyScheduled={initial.isScheduled} isAnswered={isAnswered} />
          {isTransfer && <ArrivalField field={field('toDate')} />}
          {isNew && !isTransfer && <RepeatFields field={field} values={values} />}
          {/* A recurrence has no note, only a transaction. */}
          {!isRepeating && <NoteField field={field('note')} />}
          {!isRepeating && !isTransfer && <FiscalFields values={values} onChange={field('fiscal').onChange} />}
          {isTransfer && <TransferNote values={values} />}
        </>
      )}
      {attachments && (
        <div className={styles.more}>
          <NewAttachmentStrip attachments={attachments} isRepeating={isRepeating} />
        </div>
      )}
      {more && <div className={styles.more}>{more}</div>}
      <SheetFoot main="first">
        <Button
          type="submit"
          variant={question ? 'line' : 'signal'}
          size="lg"
          block
          {...(question && { 'aria-disabled': true, 'aria-describedby': waitId })}
        >
          {saveLabel(values)}
        </Button>
        {children}
      </SheetFoot>
      {isNew && <FormKeys isWriting={line.text !== ''} />}
    </form>
  )
}

/** The keys of a new transaction's form. */
function FormKeys({ isWriting }: { isWriting: boolean }) {
  return (
    <p className={styles.hint}>
      {isWriting && (
        <span>
          <kbd>Enter</kbd> salva
        </span>
      )}
      <span>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outra
      </span>
      {isWriting && (
        <span>
          <kbd>Tab</kbd> ajusta os campos
        </span>
      )}
      <span>
        <kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>Enter</kbd> repete a última
      </span>
    </p>
  )
}
