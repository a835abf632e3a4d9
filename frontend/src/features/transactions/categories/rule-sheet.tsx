import { useId, useState, type ReactNode } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { MAX_CATEGORY, MAX_RULE_TEXT, MAX_RULES, MAX_TITLE } from '@prumo/shared/limits'
import { ruleTexts } from '@prumo/shared/rule-texts'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import { transactionCategories } from '@prumo/shared/transaction-rules'
import { useAccount } from '../../../data/account'
import { changeTransactions } from '../../../data/batch-commands'
import { useOffline } from '../../../data/connection'
import { addRule, changeRule, deleteRule, ruleScopeName } from '../../../data/rule-commands'
import { useRuleMatches } from '../../../data/rule-matches'
import { useRules } from '../../../data/rules'
import { useDraft } from '../../../data/use-draft'
import { useUsedCategories } from '../../../data/used-categories'
import { submitByKey, useForm, type FieldBinding } from '../../../lib/form'
import { draftName } from '../../../lib/form-address'
import { Button } from '../../../ui/button'
import { DraftOffer } from '../../../ui/draft-offer'
import { Segmented } from '../../../ui/field/segmented'
import { TextField } from '../../../ui/field/text-field'
import { useNarrow } from '../../../ui/media'
import { Dialog } from '../../../ui/overlay/dialog'
import { Sheet, SheetFoot } from '../../../ui/overlay/sheet'
import { StatusLine } from '../../../ui/status-line'
import { useLastShown } from '../../../ui/use-last-shown'
import { count, describeApplication } from './rule-application'
import { draftOf, formRules, typeOf, valuesOf, type RuleFormOpening, type RuleFormValues } from './rule-form-values'
import { RuleMatches } from './rule-matches'
import styles from './rule-sheet.module.css'

interface RuleSheetProps {
  /** Null while closed. */
  opening: RuleFormOpening | null
  /** Differs with each opening; by default `opening` itself. */
  opened?: unknown
  /** Whether the address opens it. */
  isHistoryEntry?: boolean
  onClose: () => void
}

/** A rule as a sentence with two fields, which also applies it to the transactions that exist. */
export default function RuleSheet({ opening, opened = opening, isHistoryEntry = false, onClose }: RuleSheetProps) {
  const { last, opening: key } = useLastShown(opening, opened)
  const title = last?.rule ? 'Editar a regra' : 'Sempre assim'
  return (
    <RuleFrame open={opening !== null} title={title} isHistoryEntry={isHistoryEntry} onClose={onClose}>
      {last && <RuleForm key={key} opening={last} onClose={onClose} />}
    </RuleFrame>
  )
}

interface RuleFrameProps {
  open: boolean
  title: string
  isHistoryEntry: boolean
  onClose: () => void
  children: ReactNode
}

/** From below on a phone, in the middle of a desktop. */
function RuleFrame({ children, ...frame }: RuleFrameProps) {
  if (useNarrow()) return <Sheet {...frame}>{children}</Sheet>
  return (
    <Dialog {...frame} size="medium">
      {children}
    </Dialog>
  )
}

/** Waits for the end of a word, so that not every key is a request. */
const TYPING_MS = 350

function RuleForm({ opening, onClose }: { opening: RuleFormOpening; onClose: () => void }) {
  const { rule } = opening
  const { outbox } = useAccount()
  const rules = useRules().data ?? NO_RULES
  const form = useForm<RuleFormValues>(valuesOf(opening), formRules(rules, rule?.id ?? null))
  const draft = useDraft(draftName('rule', rule?.id ?? opening.suggested?.text ?? null, opening.replaces), form)
  const [isApplied, setApplied] = useState(true)
  const isOffline = useOffline()
  const { text, category, type } = form.values
  const scope = { text: normaliseText(text), type: typeOf(type) }
  const [searched] = useDebouncedValue(scope.text, TYPING_MS)
  const matches = useRuleMatches({ text: searched, type: scope.type })
  const isCurrent = searched === scope.text
  const named = normaliseText(category)
  const application = matches.data && isCurrent && named !== '' ? describeApplication(matches.data.matching, named) : null
  const changing = isApplied && application ? application.changing : NO_ROWS
  const isFull = rule === null && rules.length >= MAX_RULES
  const { field } = form

  function save(values: RuleFormValues): void {
    draft.remove()
    const { replaces, newId } = opening
    const entered = draftOf(values)
    const command = rule ? changeRule(rule, entered) : addRule(entered, newId)
    void outbox.enqueue(command, { replaces })
    for (const batch of changeTransactions(changing, { category: entered.category }, outbox.queueOf('transaction')))
      void outbox.enqueue(batch)
    onClose()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(save))}
    >
      <DraftOffer offer={draft.offer} />
      <div className={styles.sentence}>
        <InlineField field={field('text')} label="Sempre que a descrição contiver" maxLength={MAX_RULE_TEXT} isFirst />
        <CategoryInput field={field('category')} type={scope.type} />
      </div>
      <div className={styles.scope}>
        <p aria-hidden="true">Vale para</p>
        <Segmented
          block
          legend="Vale para"
          name="type"
          value={type}
          segments={(['all', 'income', 'expense'] as const).map((value) => ({ value, label: ruleScopeName(typeOf(value)) }))}
          onChange={field('type').onChange}
        />
      </div>
      <TextField field={field('description')} label="Trocar a descrição" optional maxLength={MAX_TITLE} autoComplete="off" />
      {application && application.matching > 0 && <RuleMatches application={application} isApplied={isApplied} onChange={setApplied} />}
      {application?.matching === 0 && <p className={styles.quiet}>Nenhuma transação de agora tem estas palavras. Vale para as próximas.</p>}
      {matches.data?.isCut && isCurrent && <p className={styles.quiet}>São muitas: aqui estão as 5.000 mais novas.</p>}
      {!matches.data && (isOffline || matches.isFailed) && scope.text !== '' && (
        <p className={styles.quiet}>Sem conexão, o Prumo não sabe o que já existe com estas palavras. A regra vale para o que chegar.</p>
      )}
      {isFull && <StatusLine tone="danger">{ruleTexts.tooMany}</StatusLine>}
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block disabled={isFull}>
          {buttonText(rule === null, changing.length > 0 ? (application?.matching ?? 0) : 0)}
        </Button>
        <Button variant="plain" size="lg" block onClick={onClose}>
          Cancelar
        </Button>
        {rule && (
          <Button
            variant="losing"
            size="lg"
            block
            onClick={() => {
              draft.remove()
              void outbox.enqueue(deleteRule(rule))
              onClose()
            }}
          >
            Excluir a regra
          </Button>
        )}
      </SheetFoot>
    </form>
  )
}

const NO_RULES: never[] = []
const NO_ROWS: never[] = []

/** `Criar e aplicar às 37` */
function buttonText(isNew: boolean, applied: number): string {
  const verb = isNew ? 'Criar' : 'Salvar'
  if (applied === 0) return isNew ? 'Criar regra' : 'Salvar'
  return applied === 1 ? `${verb} e aplicar a 1` : `${verb} e aplicar às ${count(applied)}`
}

interface InlineFieldProps {
  field: FieldBinding<string>
  label: string
  maxLength: number
  isFirst?: boolean
  list?: string
}

/** A field within a sentence, whose words are its label. */
function InlineField({ field: { ref, name, value, error, onChange, onBlur }, label, maxLength, isFirst = false, list }: InlineFieldProps) {
  const id = useId()
  return (
    <span className={styles.part}>
      <label htmlFor={id}>{label}</label>{' '}
      <input
        id={id}
        ref={ref}
        name={name}
        className={styles.inline}
        value={value}
        list={list}
        autoComplete="off"
        onChange={(event) => onChange(cutText(event.target.value, maxLength))}
        onBlur={onBlur}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        data-autofocus={isFirst || undefined}
      />
      {error !== null && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </span>
  )
}

/** Offers the categories of the rule's type, and accepts a new one. */
function CategoryInput({ field, type }: { field: FieldBinding<string>; type: ReturnType<typeof typeOf> }) {
  const used = useUsedCategories(type)
  const listed = type === null ? [...transactionCategories.income, ...transactionCategories.expense] : transactionCategories[type]
  const id = useId()
  return (
    <>
      <InlineField field={field} label="usar" maxLength={MAX_CATEGORY} list={id} />
      <datalist id={id}>
        {[...new Set<string>([...listed, ...used])].map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </datalist>
    </>
  )
}
