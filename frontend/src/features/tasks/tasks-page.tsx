import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { IconPlus } from '@tabler/icons-react'
import { taskTypes } from '@prumo/shared/task-rules'
import type { TaskDraft } from '../../data/task-commands'
import { taskStats, useTasks } from '../../data/tasks'
import { useFormAddress } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { tabId, Tabs } from '../../ui/tabs'
import { useDeletion } from './task-deletion'
import { taskTypeTexts, tabAddress, typeOfAddress } from './task-kinds'
import { TaskList } from './task-list'
import styles from './tasks-page.module.css'

const TaskSheet = lazyPart(() => import('./task-sheet'), { what: 'o formulário' })

export function Component() {
  const list = useTasks()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const panelId = useId()
  const { form, open, edit, close, closeAt } = useFormAddress<TaskDraft>()
  const type = typeOfAddress(address) ?? form?.draft?.type ?? 'objective'
  const { askDeletion, dialog } = useDeletion()
  usePrefetch(TaskSheet)

  const tasks = list.data
  const progress = tasks ? taskStats(tasks) : null
  const edited = (form?.id && tasks?.find(({ id }) => id === form.id)) || null
  // The draft of a task that was deleted meanwhile can be saved as a new one.
  const isOpen = form !== null && (form.id === null || edited !== null || (tasks !== undefined && form.draft !== undefined))

  return (
    <Page title="Tarefas e Planejamento">
      <div className={styles.page}>
        {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
        <div className={styles.bar}>
          <Tabs
            label="O que mostrar"
            tabs={taskTypes.map((each) => ({
              value: each,
              label: taskTypeTexts[each].tab,
              count: progress && `${progress[each].done}/${progress[each].total}`,
              countText: progress ? `${progress[each].done} de ${progress[each].total}` : '',
            }))}
            value={type}
            onChange={(next) => void navigate(tabAddress(next))}
            panelId={panelId}
          />
          {progress?.[type].total !== 0 && (
            <Button size="sm" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={open}>
              {taskTypeTexts[type].add}
            </Button>
          )}
        </div>
        <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, type)}>
          <TaskList key={type} list={list} type={type} onNew={open} onEdit={edit} onDelete={askDeletion} />
        </div>
      </div>
      <TaskSheet
        isRequested={isOpen}
        onDismissFailure={close}
        shown={isOpen ? { form, task: edited } : null}
        type={type}
        onClose={close}
        onSaved={(saved) => closeAt(tabAddress(saved))}
        onDelete={(task) => {
          close()
          askDeletion(task)
        }}
      />
      {dialog}
    </Page>
  )
}
