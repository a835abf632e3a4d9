import { lazy, Suspense, useEffect, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { IconPlus } from '@tabler/icons-react'
import { taskTypes } from '@prumo/shared/task-rules'
import { useFormAddress } from '../../lib/form-address'
import { Button } from '../../ui/button/button'
import { useIdle } from '../../ui/idle'
import { Page } from '../../ui/page/page'
import { tabId, Tabs } from '../../ui/tabs/tabs'
import { fetchDeleteDialog, useDeletion } from './ask/use-deletion'
import { useTasks } from './calls/list-tasks'
import { TaskPanel } from './list/task-panel'
import { TaskCounters } from './task-counters'
import { progressByType } from './task/groups'
import { kinds, tabAddress, typeOfAddress } from './task/kinds'
import type { TaskDraft } from './task/task-draft'
import styles from './tasks-page.module.css'

const TaskSheet = lazy(() => import('./form/task-sheet'))

export function Component() {
  const list = useTasks()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const type = typeOfAddress(address)
  const panelId = useId()
  const { form, open, edit, close } = useFormAddress<TaskDraft>()
  const { askDeletion, dialog } = useDeletion()
  const idle = useIdle()
  useEffect(() => {
    if (idle) fetchDeleteDialog()
  }, [idle])

  const tasks = list.data
  const progress = progressByType(tasks)
  const edited = (form?.id && tasks?.find(({ id }) => id === form.id)) || null
  // What is gone meanwhile can still be saved as something new, when something was typed.
  const isOpen = form !== null && (form.id === null || edited !== null || (tasks !== undefined && form.draft !== undefined))

  return (
    <Page title="Tarefas e Planejamento">
      <div className={styles.page}>
        <TaskCounters progress={progress} failed={list.isError} />
        <div className={styles.bar}>
          <Tabs
            label="O que mostrar"
            tabs={taskTypes.map((each) => ({
              value: each,
              label: kinds[each].tab,
              count: progress && `${progress[each].done}/${progress[each].total}`,
              countText: progress ? `${progress[each].done} de ${progress[each].total}` : '',
            }))}
            value={type}
            onChange={(next) => void navigate(tabAddress(next))}
            panelId={panelId}
          />
          {progress?.[type].total !== 0 && (
            <Button size="sm" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={open}>
              {kinds[type].add}
            </Button>
          )}
        </div>
        <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, type)}>
          <TaskPanel key={type} list={list} type={type} onNew={open} onEdit={edit} onDelete={askDeletion} />
        </div>
      </div>
      {(idle || isOpen) && (
        <Suspense fallback={null}>
          <TaskSheet
            shown={isOpen ? { form, task: edited } : null}
            type={type}
            onClose={close}
            onSaved={(saved) => void navigate(tabAddress(saved), { replace: true })}
            onDelete={(task) => {
              close()
              askDeletion(task)
            }}
          />
        </Suspense>
      )}
      {dialog}
    </Page>
  )
}
