import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { Goal } from '@prumo/shared/goals'
import { correctGoal, setGoal, type GoalDraft } from '../../data/goal-commands'
import { useAccount } from '../../data/account'
import { draftName, useFormAddress } from '../../lib/form-address'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useLastShown } from '../../ui/use-last-shown'
import { emptyValues, valuesOf, valuesOfDraft } from './goal-form-values'

/** Lets the list render the saved goal first. */
const FOCUS_DELAY_MS = 40

/** The forms of a new and of an edited goal, to render at the place of its row. */
export function useGoalForm(goals: readonly Goal[] | undefined) {
  const { form, open, edit, close } = useFormAddress<GoalDraft>()
  const { outbox } = useAccount()

  const found = (form?.id && goals?.find(({ id }) => id === form.id)) || null
  // The draft of a goal that was deleted meanwhile can be saved as a new one.
  const isNew = form !== null && !found && (form.id === null || (goals !== undefined && form.draft !== undefined))
  const isOpen = isNew || found !== null
  const { last, opening } = useLastShown(isOpen ? { form, goal: found } : null, isOpen ? form : null)
  const edited = found && (last?.goal ?? null)
  const focusAfterSave = useSavedGoalFocus(isNew ? 'new' : (edited?.id ?? null))

  const newForm: ReactNode = isNew && (
    <GoalForm
      key={opening}
      name={draftName('goal', null, form.replaces)}
      heading="Nova meta"
      initial={form.draft ? valuesOfDraft(form.draft) : emptyValues}
      onCancel={close}
      onSave={(draft) => {
        const command = setGoal(draft, form.newId)
        focusAfterSave(command.entityId, outbox.enqueue(command, { replaces: form.replaces }))
        close()
      }}
    />
  )
  const editForm: ReactNode = edited && (
    <GoalForm
      key={opening}
      name={draftName('goal', edited.id, form?.replaces)}
      heading={`Editar ${edited.title}`}
      initial={form?.draft ? valuesOfDraft(form.draft) : valuesOf(edited)}
      onCancel={close}
      onSave={(draft) => {
        focusAfterSave(edited.id, outbox.enqueue(correctGoal(edited, draft), { replaces: form?.replaces }))
        close()
      }}
    />
  )
  // Keep the edited goal in its list, even if a newer version belongs in the other.
  const shown = edited ? goals?.map((goal) => (goal.id === edited.id ? edited : goal)) : goals
  return { shown, newForm, editForm, editedId: edited?.id ?? null, open, edit }
}

/** After the form closes, the focus moves to the row of its goal, or to the button for a new goal if there is none. */
function useSavedGoalFocus(shown: string | null): (id: string, stored: Promise<unknown>) => void {
  const before = useRef(shown)
  const saved = useRef<{ id: string; stored: Promise<unknown> } | null>(null)
  useEffect(() => {
    const closedId = before.current
    before.current = shown
    if (closedId === null || shown !== null) return
    const { id, stored } = saved.current ?? { id: closedId, stored: null }
    saved.current = null
    const leaving = new AbortController()
    void focusSavedGoal(id, stored, leaving.signal)
    return () => leaving.abort()
  }, [shown])

  return useCallback((id, stored) => void (saved.current = { id, stored }), [])
}

async function focusSavedGoal(id: string, stored: Promise<unknown> | null, leaving: AbortSignal): Promise<void> {
  await stored
  await new Promise((resolve) => setTimeout(resolve, FOCUS_DELAY_MS))
  // The person has already moved the focus: leave it.
  const hasMovedOn = document.activeElement !== null && document.activeElement !== document.body
  if (leaving.aborted || hasMovedOn) return
  const edit = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-edit]`)
  edit?.focus()
  // A row in the collapsed list of completed goals cannot take the focus.
  if (!edit || document.activeElement !== edit)
    (document.querySelector<HTMLElement>('[data-new-goal]') ?? document.querySelector<HTMLElement>('main h1'))?.focus()
}

/** The placeholder while the form loads. */
const place = (
  <Loading what="o formulário">
    <Skeleton height="27rem" />
  </Loading>
)

export const GoalForm = lazyPart(() => import('./goal-form'), { what: 'o formulário', place })
