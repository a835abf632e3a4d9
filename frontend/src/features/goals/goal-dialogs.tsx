import { useRef } from 'react'
import { goalTexts } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import { formatCentavos, formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import type { NewCommand } from '../../data/sync/command'
import { deleteGoal, progressGoal, type ProgressDraft } from '../../data/goal-commands'
import { useAccount } from '../../data/account'
import { useDraft } from '../../data/use-draft'
import { useForm, type FormRules } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { AmountField, OfferedAmount } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog'
import { Dialog } from '../../ui/overlay/dialog'
import { missingCentavos, writeProgress } from './goal-amounts'
import styles from './goal-dialogs.module.css'

/** Has the goal as it was when the dialog opened. */
export type GoalDialogRequest =
  | { about: 'deletion'; goal: Goal }
  /** `draft` comes from the refused command with the id `replaces`. */
  | { about: 'progress'; goal: Goal; draft: ProgressDraft | undefined; replaces: string | undefined }

interface GoalDialogsProps {
  /** The open request; after that the last one, until its dialog has faded out. */
  question: GoalDialogRequest
  open: boolean
  onClose: () => void
}

/** The dialogs that change a goal. */
export default function GoalDialogs({ question, open, onClose }: GoalDialogsProps) {
  const { outbox } = useAccount()
  const { goal } = question

  function enqueueAndClose(command: NewCommand, replaces?: string): void {
    // Ignore a second tap while the dialog closes.
    if (open) void outbox.enqueue(command, { replaces })
    onClose()
  }

  return question.about === 'progress' ? (
    <ProgressDialog
      open={open}
      name={draftName('progress', goal.id, question.replaces)}
      goal={goal}
      draft={question.draft}
      onAdd={(centavos) => enqueueAndClose(progressGoal(goal, centavos), question.replaces)}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog
      open={open}
      title={`Excluir ${goal.title}, ${writeProgress(goal)}`}
      text="Tem certeza que deseja excluir esta meta?"
      confirm="Excluir"
      danger
      onConfirm={() => enqueueAndClose(deleteGoal(goal))}
      onCancel={onClose}
    />
  )
}

interface ProgressDialogProps extends Pick<ProgressFormProps, 'name'> {
  open: boolean
  goal: Goal
  draft: ProgressDraft | undefined
  onAdd: (centavos: number) => void
  onClose: () => void
}

const FORM_ID = 'progress-form'

/** Asks for the amount that was saved. */
function ProgressDialog({ open, name, goal, draft, onAdd, onClose }: ProgressDialogProps) {
  return (
    <Dialog
      isHistoryEntry
      open={open}
      onClose={onClose}
      title="Adicionar Progresso"
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            Adicionar
          </Button>
        </>
      }
    >
      <ProgressForm id={FORM_ID} name={name} goal={goal} draft={draft} onAdd={onAdd} />
    </Dialog>
  )
}

interface ProgressFormProps {
  /** Lets the button outside the form submit it. */
  id: string
  /** The name of the draft on this device. */
  name: string
  goal: Goal
  draft: ProgressDraft | undefined
  onAdd: (centavos: number) => void
}

interface ProgressValues {
  amount: string
}

const progressRules: FormRules<ProgressValues> = { amount: (text) => (parseCentavos(text) ? null : goalTexts.progressInvalid) }

/** An amount, with a button for all that is missing. Warns before an amount beyond the target is sent. */
function ProgressForm({ id, name, goal, draft, onAdd }: ProgressFormProps) {
  const form = useForm<ProgressValues>({ amount: draft ? formatPlainCentavos(draft.centavos) : '' }, progressRules)
  const typed = useDraft(name, form)
  const amount = form.field('amount')
  const missing = missingCentavos(goal)
  // Guards against a second tap while the dialog closes.
  const isSaved = useRef(false)
  const isMore = (parseCentavos(amount.value) ?? 0) > missing

  function save(valid: ProgressValues): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    onAdd(parseCentavos(valid.amount) ?? 0)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void form.submit(save)(event)}>
      <DraftOffer offer={typed.offer} />
      <p>
        {goal.title}: {writeProgress(goal)}
      </p>
      <div className={styles.amount}>
        <AmountField field={amount} label="Valor" large autoFocus />
      </div>
      {missing > 0 && <OfferedAmount label="Tudo o que falta" centavos={missing} field={amount} formId={id} />}
      <p role="status" className={styles.more}>
        {isMore && `O que passar de ${formatCentavos(missing)} não entra.`}
      </p>
    </form>
  )
}
