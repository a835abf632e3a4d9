import { useRef, useState, type ReactNode } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { useAccount } from '../../data/account'
import { addTask, correctTask, taskTypeNames, type TaskDraft } from '../../data/task-commands'
import { today } from '../../lib/dates'
import { submitByKey, useForm } from '../../lib/form'
import { draftName, type OpenForm } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { DateField } from '../../ui/field/date-field'
import { Sheet } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { TextField } from '../../ui/field/text-field'
import { AmountField } from '../../ui/field/amount-field'
import { PriorityField } from '../../ui/field/priority-field'
import { Segmented } from '../../ui/field/segmented'
import { taskDraftOf, emptyValues, formRules, unsavedOf, valuesOf, valuesOfDraft, type TaskFormValues } from './task-form-values'
import styles from './task-sheet.module.css'

interface ShownTask {
  form: OpenForm<TaskDraft>
  /** What is edited; null for something new. */
  task: Task | null
}

interface TaskSheetProps {
  /** Null while it is closed. */
  shown: ShownTask | null
  /** What something new is at first. */
  type: TaskType
  onSaved: (type: TaskType) => void
  onClose: () => void
  onDelete: (task: Task) => void
}

/** A new item, or one to correct: on what it was when the sheet opened, whatever arrives meanwhile. */
export default function TaskSheet({ shown, type, onSaved, onClose, onDelete }: TaskSheetProps) {
  const { last, opening } = useLastShown(shown, shown?.form)
  const { outbox } = useAccount()
  const task = last?.task ?? null
  const used = useRef<OpenForm<TaskDraft> | null>(null)

  function keep(draft: TaskDraft): void {
    // Only the first takes the place of what was refused; the form may go on with others.
    const { newId, instead }: Partial<OpenForm<TaskDraft>> = last && used.current !== last.form ? last.form : {}
    used.current = last?.form ?? null
    void outbox.enqueue(task ? correctTask(task, draft) : addTask(draft, newId), { replaces: instead })
  }

  function save(draft: TaskDraft): void {
    keep(draft)
    onSaved(draft.type)
  }

  return (
    <Sheet isHistoryEntry open={shown !== null} onClose={onClose} title={task ? 'Editar item' : 'Novo item'}>
      <TaskForm
        key={opening}
        name={draftName('task', task?.id ?? null, last?.form.instead)}
        initial={last?.form.draft ? valuesOfDraft(last.form.draft) : task ? valuesOf(task) : emptyValues(type, today())}
        onSave={save}
        onSaveAndGoOn={task ? null : keep}
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
  /** Under which what is typed is kept for whoever has to sign in again. */
  name: string
  initial: TaskFormValues
  onSave: (draft: TaskDraft) => void
  /** Saves, and the form goes on with the next one; null where there is none. */
  onSaveAndGoOn: ((draft: TaskDraft) => void) | null
  /** Beside the button. */
  children?: ReactNode
}

/** What it is, what it is called; then how urgent, what it costs and when. */
function TaskForm({ name, initial, onSave, onSaveAndGoOn, children }: TaskFormProps) {
  const form = useForm<TaskFormValues>(initial, formRules, unsavedOf, name)
  const { values, field } = form
  const [said, setSaid] = useState('')
  // A second tap, while the sheet closes, is no second item.
  const isSaved = useRef(false)

  function save(valid: TaskFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    onSave(taskDraftOf(valid, today()))
  }

  function saveAndGoOn(valid: TaskFormValues): void {
    if (isSaved.current) return
    onSaveAndGoOn?.(taskDraftOf(valid, today()))
    form.reset(emptyValues(valid.type, today()))
    setSaid(`${valid.title.trim()}: pronto. Agora o próximo.`)
    document.querySelector<HTMLElement>('[name="title"]')?.focus()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(onSaveAndGoOn ? saveAndGoOn : save))}
    >
      <Segmented legend="Tipo" name="type" segments={types} value={values.type} onChange={field('type').onChange} block />
      <TextField field={field('title')} label="Título" maxLength={MAX_TITLE} autoComplete="off" autoFocus />
      <div className={styles.priority}>
        <PriorityField field={field('priority')} />
      </div>
      <AmountField field={field('cost')} label="Custo estimado" optional />
      <DateField field={field('date')} label="Prazo" />
      <div className={styles.save}>
        <Button type="submit" variant="signal" size="lg" block>
          Salvar
        </Button>
        {children}
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {onSaveAndGoOn && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outro
        </p>
      )}
    </form>
  )
}
