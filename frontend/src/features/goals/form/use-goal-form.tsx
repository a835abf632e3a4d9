import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { Goal } from '@prumo/shared/goals'
import { useFormAddress } from '../../../lib/form-address'
import { useCorrectGoal } from '../calls/correct-goal'
import { useSetGoal } from '../calls/set-goal'
import type { GoalDraft } from '../goal/goal-draft'
import { emptyValues, valuesOf, valuesOfDraft } from './form-values'
import { GoalFormPlace } from './goal-form-place'

/** After the list has taken in what was saved. */
const LANDED_AFTER_MS = 40

/** The form for a new goal or the one that is edited, each to be put where its row is. */
export function useGoalForm(goals: readonly Goal[] | undefined) {
  const { form, open, edit, close } = useFormAddress<GoalDraft>()
  const setGoal = useSetGoal()
  const correct = useCorrectGoal()

  const edited = (form?.id && goals?.find(({ id }) => id === form.id)) || null
  // What is gone meanwhile can still be saved as something new, when something was typed.
  const isNew = form !== null && !edited && (form.id === null || (goals !== undefined && form.draft !== undefined))
  const landOn = useLanding(isNew ? 'new' : (edited?.id ?? null))

  const newForm: ReactNode = isNew && (
    <GoalFormPlace
      key="new"
      heading="Nova meta"
      initial={form.draft ? valuesOfDraft(form.draft) : emptyValues}
      onCancel={close}
      onSave={(draft) => {
        landOn(setGoal(draft))
        close()
      }}
    />
  )
  const editForm: ReactNode = edited && (
    <GoalFormPlace
      key={edited.id}
      heading={`Editar ${edited.title}`}
      initial={form?.draft ? valuesOfDraft(form.draft) : valuesOf(edited)}
      onCancel={close}
      onSave={(draft) => {
        correct(edited, draft)
        close()
      }}
    />
  )
  return { newForm, editForm, editedId: edited?.id ?? null, open, edit }
}

/** After the form the focus goes to the row it was about; where there is none, to the button that opens a new one. */
function useLanding(shown: string | null): (id: string) => void {
  const before = useRef(shown)
  const saved = useRef<string | null>(null)
  useEffect(() => {
    const left = before.current
    before.current = shown
    if (left === null || shown !== null) return
    const id = saved.current ?? left
    saved.current = null
    const timer = setTimeout(() => {
      const edit = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-edit]`)
      edit?.focus()
      // A row in the closed list of the completed takes no focus.
      if (!edit || document.activeElement !== edit) (document.querySelector<HTMLElement>('[data-new-goal]') ?? document.querySelector<HTMLElement>('main h1'))?.focus()
    }, LANDED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [shown])

  return useCallback((id) => void (saved.current = id), [])
}
