import { IconTrash } from '@tabler/icons-react'
import type { TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { today } from '../../../lib/dates'
import type { OpenForm } from '../../../lib/form-address'
import { Button } from '../../../ui/button/button'
import { Sheet } from '../../../ui/dialog/sheet'
import { useLastShown } from '../../../ui/dialog/use-last-shown'
import { useAddTask } from '../calls/add-task'
import { useCorrectTask } from '../calls/correct-task'
import type { TaskDraft } from '../task/task-draft'
import { emptyValues, valuesOf, valuesOfDraft } from './form-values'
import { TaskForm } from './task-form'
import styles from './task-form.module.css'

interface Shown {
  form: OpenForm<TaskDraft>
  /** What is edited; null for something new. */
  task: Task | null
}

interface TaskSheetProps {
  /** Null while it is closed. */
  shown: Shown | null
  /** What something new is at first. */
  type: TaskType
  onSaved: (type: TaskType) => void
  onClose: () => void
  onDelete: (task: Task) => void
}

/** A new item, or one to correct. */
export default function TaskSheet({ shown, type, onSaved, onClose, onDelete }: TaskSheetProps) {
  const { last, opening } = useLastShown(shown, shown?.form)
  const add = useAddTask()
  const correct = useCorrectTask()
  const task = last?.task ?? null

  function save(draft: TaskDraft): void {
    if (task) correct(task, draft)
    else add(draft)
    onSaved(draft.type)
  }

  return (
    <Sheet open={shown !== null} onClose={onClose} title={task ? 'Editar item' : 'Novo item'}>
      <TaskForm key={opening} initial={last?.form.draft ? valuesOfDraft(last.form.draft) : task ? valuesOf(task) : emptyValues(type, today())} onSave={save}>
        {task && (
          <Button variant="quiet" className={styles.delete ?? ''} icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(task)}>
            Excluir
          </Button>
        )}
      </TaskForm>
    </Sheet>
  )
}
