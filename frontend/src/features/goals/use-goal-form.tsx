import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, type BlockerFunction } from 'react-router-dom'
import type { Goal } from '@prumo/shared/goals'
import { correctGoal, setGoal, type GoalDraft } from '../../data/goal-commands'
import { useAccount } from '../../data/account'
import { requestedForm, draftName, useFormAddress } from '../../lib/form-address'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useLastShown } from '../../ui/use-last-shown'
import { useLeavingGuard } from '../../ui/overlay/use-leaving-guard'
import { emptyValues, valuesOf, valuesOfDraft } from './goal-form-values'
import type { GoalFormProps } from './goal-form'

/** After the list has taken in what was saved. */
const FOCUS_DELAY_MS = 40

/** The form for a new goal or the one that is edited, each to be put where its row is. */
export function useGoalForm(goals: readonly Goal[] | undefined) {
  const { form, open, edit, close } = useFormAddress<GoalDraft>()
  const { outbox } = useAccount()

  const found = (form?.id && goals?.find(({ id }) => id === form.id)) || null
  // What is gone meanwhile can still be saved as something new, when something was typed.
  const isNew = form !== null && !found && (form.id === null || (goals !== undefined && form.draft !== undefined))
  const isOpen = isNew || found !== null
  const { last, opening } = useLastShown(isOpen ? { form, goal: found } : null, isOpen ? form : null)
  const edited = found && (last?.goal ?? null)
  const landOn = useSavedGoalFocus(isNew ? 'new' : (edited?.id ?? null))

  const newForm: ReactNode = isNew && (
    <GoalFormPlace
      key={opening}
      name={draftName('goal', null, form.instead)}
      heading="Nova meta"
      initial={form.draft ? valuesOfDraft(form.draft) : emptyValues}
      onCancel={close}
      onSave={(draft) => {
        const command = setGoal(draft, form.newId)
        landOn(command.entityId, outbox.enqueue(command, { replaces: form.instead }))
        close()
      }}
    />
  )
  const editForm: ReactNode = edited && (
    <GoalFormPlace
      key={opening}
      name={draftName('goal', edited.id, form?.instead)}
      heading={`Editar ${edited.title}`}
      initial={form?.draft ? valuesOfDraft(form.draft) : valuesOf(edited)}
      onCancel={close}
      onSave={(draft) => {
        landOn(edited.id, outbox.enqueue(correctGoal(edited, draft), { replaces: form?.instead }))
        close()
      }}
    />
  )
  // What arrives meanwhile moves no form from one list into the other.
  const shown = edited ? goals?.map((goal) => (goal.id === edited.id ? edited : goal)) : goals
  return { shown, newForm, editForm, editedId: edited?.id ?? null, open, edit }
}

/** After the form the focus goes to the row it was about; where there is none, to the button that opens a new one. */
function useSavedGoalFocus(shown: string | null): (id: string, stored: Promise<unknown>) => void {
  const before = useRef(shown)
  const saved = useRef<{ id: string; stored: Promise<unknown> } | null>(null)
  useEffect(() => {
    const left = before.current
    before.current = shown
    if (left === null || shown !== null) return
    const { id, stored } = saved.current ?? { id: left, stored: null }
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
  // Who has moved on meanwhile is left there.
  const hasMovedOn = document.activeElement !== null && document.activeElement !== document.body
  if (leaving.aborted || hasMovedOn) return
  const edit = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-edit]`)
  edit?.focus()
  // A row in the closed list of the completed takes no focus.
  if (!edit || document.activeElement !== edit)
    (document.querySelector<HTMLElement>('[data-new-goal]') ?? document.querySelector<HTMLElement>('main h1'))?.focus()
}

/** Where the form stands while it loads. */
const place = (
  <Loading what="o formulário">
    <Skeleton height="27rem" />
  </Loading>
)

export const GoalForm = lazyPart(() => import('./goal-form'), { what: 'o formulário', place })

/** Another form, or none, here or elsewhere; what is saved or given up takes the place of its address and asks nothing. */
const isFormLeft: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction !== NavigationType.Replace &&
  (currentLocation.pathname !== nextLocation.pathname || requestedForm(currentLocation.search) !== requestedForm(nextLocation.search))

/** The form, which asks before what was typed in it is lost. */
function GoalFormPlace(props: Omit<GoalFormProps, 'onLeave'>) {
  const { close, guarded } = useLeavingGuard(true, props.onCancel, props.heading, { isLeft: isFormLeft })
  return guarded(<GoalForm {...props} onLeave={close} />)
}
