import { useState } from 'react'
import { IconPlayerPause } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { recurrenceSteps, weekendRules, type RecurrenceEvery, type WeekendRule } from '@prumo/shared/recurrence-rules'
import type { Recurrence } from '@prumo/shared/recurrences'
import { NO_CATEGORY, transactionCategories } from '@prumo/shared/transaction-rules'
import { correctRecurrence, endRecurrence } from '../../data/recurrence-commands'
import { nextNominalDate, changePlan, planOf, planSteps, endSteps } from '../../data/occurrence-steps'
import { useOccurrences } from '../../data/recurrences'
import { useDraft } from '../../data/use-draft'
import { useUsedCategories } from '../../data/used-categories'
import { useAccount } from '../../data/account'
import { useWallets } from '../../data/wallets'
import { formatDayOfMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { submitByKey, useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { nominalOf } from '../../lib/occurrence-id'
import { describeInterval } from '../../lib/repeat-texts'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { DateField } from '../../ui/field/date-field'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { changesOf, formRules, valuesOf, type RecurrenceFormValues } from './recurrence-form-values'
import { isActive } from './recurrence-sums'
import styles from './recurrence-sheet.module.css'

interface RecurrenceSheetProps {
  /** Null while closed. */
  recurrence: Recurrence | null
  onClose: () => void
}

/** Edits a recurrence from its next date on, or pauses it. */
export default function RecurrenceSheet({ recurrence, onClose }: RecurrenceSheetProps) {
  const { last, opening } = useLastShown(recurrence)
  return (
    <Sheet open={recurrence !== null} onClose={onClose} title="Editar o que se repete">
      {last && <RecurrenceForm key={opening} recurrence={last} onClose={onClose} />}
    </Sheet>
  )
}

const everyLabels = Object.fromEntries(recurrenceSteps.map((every) => [every, describeInterval({ every, interval: 1 })])) as Record<
  RecurrenceEvery,
  string
>
const weekendLabels: Record<WeekendRule, string> = {
  keep: 'Fica no dia',
  before: 'Vem no dia útil antes',
  after: 'Vai para o dia útil seguinte',
}

function RecurrenceForm({ recurrence, onClose }: { recurrence: Recurrence; onClose: () => void }) {
  const form = useForm<RecurrenceFormValues>(valuesOf(recurrence), formRules(recurrence.start))
  const draft = useDraft(draftName('recurrence', recurrence.id), form)
  const [isAsking, setAsking] = useState(false)
  const { outbox } = useAccount()
  const now = useToday()
  const plan = planOf(recurrence)
  const { id, type, category, count, description } = recurrence
  const used = useUsedCategories(type)
  const wallets = useWallets().wallets.filter((wallet) => !wallet.archived || wallet.id === recurrence.walletId)
  const occurrences = useOccurrences(id).data ?? []
  const isParts = count !== null
  const from = nextNominalDate(plan, now)
  const on = { id, seen: recurrence }
  const categories = [...new Set([NO_CATEGORY, ...(category === null ? [] : [category]), ...transactionCategories[type], ...used])]
  const { field } = form

  function save(values: RecurrenceFormValues): void {
    draft.remove()
    const changes = changesOf(recurrence, values)
    if (Object.keys(changes).length > 0) {
      const steps = planSteps(id, plan, changePlan(plan, { from, ...changes }, { id, known: occurrences, now }), occurrences, { now, from })
      void outbox.enqueue(correctRecurrence(on, { from, ...changes }, steps))
    }
    onClose()
  }

  function pause(): void {
    void outbox.enqueue(
      endRecurrence(
        on,
        now,
        endSteps(occurrences, (each) => nominalOf({ ...each, recurrenceId: id }) >= now),
      ),
    )
    setAsking(false)
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
      {!isParts && <AmountField field={field('amount')} label="Valor" large />}
      <TextField field={field('description')} label="Descrição" maxLength={MAX_TITLE} autoComplete="off" />
      <SelectField field={field('category')} label="Categoria" prompt={NO_CATEGORY} options={categories} />
      {wallets.length > 1 && (
        <SelectField
          field={field('walletId')}
          label="Conta"
          prompt="Escolha"
          options={wallets.map((wallet) => wallet.id)}
          labels={Object.fromEntries(wallets.map((wallet) => [wallet.id, wallet.name]))}
        />
      )}
      {!isParts && <SelectField field={field('every')} label="Repete" prompt="Escolha" options={recurrenceSteps} labels={everyLabels} />}
      <SelectField field={field('weekend')} label="Em dia sem banco" prompt="Escolha" options={weekendRules} labels={weekendLabels} />
      {!isParts && <DateField field={field('until')} label="Até quando? (opcional)" direction="next" />}
      <p className={styles.note}>
        {isActive(recurrence)
          ? `Vale de ${formatDayOfMonth(from)} em diante. O que já foi confirmado não muda.`
          : 'O que já foi confirmado não muda.'}
      </p>
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block>
          Salvar
        </Button>
        {isActive(recurrence) && (
          <Button variant="losing" size="lg" icon={<IconPlayerPause size={20} stroke={1.75} aria-hidden />} onClick={() => setAsking(true)}>
            Pausar
          </Button>
        )}
      </SheetFoot>
      <ConfirmDialog
        open={isAsking}
        title={`Pausar ${description}`}
        text={`As previstas de hoje em diante saem da lista. O que já foi confirmado fica, e dá para retomar quando quiser.`}
        confirm="Pausar"
        danger
        onConfirm={pause}
        onCancel={() => setAsking(false)}
      />
    </form>
  )
}
