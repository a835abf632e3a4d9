import { useRef, useState, type ReactNode } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { useAccount } from '../../data/account'
import { addTask, correctTask, taskTypeNames, type TaskDraft } from '../../data/task-commands'
import { useDraft } from '../../data/use-draft'
import { today } from '../../lib/dates'
import { submitByKey, useForm } from '../../lib/form'
import { draftName, type OpenForm } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { DateField } from '../../ui/field/date-field'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { TextField } from '../../ui/field/text-field'
import { AmountField } from '../../ui/field/amount-field'
import { PriorityField } from '../../ui/field/priority-field'
import { Segmented } from '../../ui/field/segmented'
import { taskDraftOf, emptyValues, formRules, valuesOf, valuesOfDraft, type TaskFormValues } from './task-form-values'
import styles from './task-sheet.module.css'

interface ShownTask {
  form: OpenForm<TaskDraft>
  /** The edited task; null for a new one. */
  task: Task | null
}

interface TaskSheetProps {
  /** Null while closed. */
  shown: ShownTask | null
  /** The initial type of a new task. */
  type: TaskType
  onSaved: (type: TaskType) => void
  onClose: () => void
  onDelete: (task: Task) => void
}

/** The form of a new or an existing task. Compares the input with the task as it was when the sheet opened. */
export default function TaskSheet({ shown, type, onSaved, onClose, onDelete }: TaskSheetProps) {
  const { last, opening } = useLastShown(shown, shown?.form)
  const { outbox } = useAccount()
  const task = last?.task ?? null
  const used = useRef<OpenForm<TaskDraft> | null>(null)

  function keep(draft: TaskDraft): void {
    // Only the first task replaces the refused command; the form may save others after it.
    const { newId, replaces }: Partial<OpenForm<TaskDraft>> = last && used.current !== last.form ? last.form : {}
    used.current = last?.form ?? null
    void outbox.enqueue(task ? correctTask(task, draft) : addTask(draft, newId), { replaces })
  }

  function save(draft: TaskDraft): void {
    keep(draft)
    onSaved(draft.type)
  }

  return (
    <Sheet isHistoryEntry open={shown !== null} onClose={onClose} title={task ? 'Editar item' : 'Novo item'}>
      <TaskForm
        key={opening}
        name={draftName('task', task?.id ?? null, last?.form.replaces)}
        initial={last?.form.draft ? valuesOfDraft(last.form.draft) : task ? valuesOf(task) : emptyValues(type, today())}
        onSave={save}
        onSaveAndContinue={task ? null : keep}
      >
        {task && (
          <Button variant="losing" size="lg" icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(task)}>
            Excluir
          </Button>
        )}
      </TaskForm>
    </Sheet>
  )
}

const types = taskTypes.map((type) => ({ value: type, label: taskTypeNames[type] }))

interface TaskFormProps {
  /** The name of the draft on this device. */
  name: string
  initial: TaskFormValues
  onSave: (draft: TaskDraft) => void
  /** Saves and continues with an empty form; null where that is not offered. */
  onSaveAndContinue: ((draft: TaskDraft) => void) | null
  /** Rendered beside the save button. */
  children?: ReactNode
}

/** The fields: type and title, then priority, cost and date. */
function TaskForm({ name, initial, onSave, onSaveAndContinue, children }: TaskFormProps) {
  const form = useForm<TaskFormValues>(initial, formRules)
  const draft = useDraft(name, form)
  const { values, field } = form
  const [status, setStatus] = useState('')
  // Guards against a second tap while the sheet closes.
  const isSaved = useRef(false)

  function save(valid: TaskFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    draft.remove()
    onSave(taskDraftOf(valid, today()))
  }

  function saveAndContinue(valid: TaskFormValues): void {
    if (isSaved.current) return
    draft.remove()
    onSaveAndContinue?.(taskDraftOf(valid, today()))
    form.reset(emptyValues(valid.type, today()))
    setStatus(`${valid.title.trim()}: pronto. Agora o próximo.`)
    form.focus('title')
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(onSaveAndContinue ? saveAndContinue : save))}
    >
      <DraftOffer offer={draft.offer} />
      <Segmented legend="Tipo" name="type" segments={types} value={values.type} onChange={field('type').onChange} block />
      <TextField field={field('title')} label="Título" maxLength={MAX_TITLE} autoComplete="off" autoFocus />
      <div className={styles.priority}>
        <PriorityField field={field('priority')} />
      </div>
      <AmountField field={field('cost')} label="Custo estimado" optional />
      <DateField field={field('date')} label="Prazo" direction="next" />
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block>
          Salvar
        </Button>
        {children}
      </SheetFoot>
      <p role="status" className={styles.said}>
        {status}
      </p>
      {onSaveAndContinue && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outro
        </p>
      )}
    </form>
  )
}
