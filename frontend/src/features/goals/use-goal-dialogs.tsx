import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { PROGRESS_PARAM, type ProgressDraft } from '../../data/goal-commands'
import type { Goal } from '@prumo/shared/goals'
import type { FormLocationState } from '../../lib/form-address'
import { useHistoryOverlay } from '../../lib/history-overlay'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import type { GoalDialogRequest } from './goal-dialogs'

const GoalDialogs = lazyPart(() => import('./goal-dialogs'), { what: 'a pergunta' })

/** Functions that open each dialog of a goal, and the dialogs to render. */
export function useGoalDialogs(goals: readonly Goal[] | undefined): {
  askProgress: (goal: Goal) => void
  askDeletion: (goal: Goal) => void
  dialogs: ReactNode
} {
  const progress = useProgressAddress()
  const [deleted, setDeleted] = useState<Goal | null>(null)
  usePrefetch(GoalDialogs)

  const { progressRequest } = progress
  const progressed = (progressRequest && goals?.find(({ id }) => id === progressRequest.id)) || null
  const question: GoalDialogRequest | null = deleted
    ? { about: 'deletion', goal: deleted }
    : progressRequest && progressed
      ? { about: 'progress', goal: progressed, ...progressRequest }
      : null
  const { last, opening } = useLastShown(question, deleted ?? (progressed && progressRequest))

  function close(): void {
    if (deleted) setDeleted(null)
    else progress.close()
  }

  return {
    askProgress: progress.open,
    askDeletion: setDeleted,
    dialogs: last && (
      <GoalDialogs
        key={opening}
        isRequested={question !== null}
        onDismissFailure={close}
        question={last}
        open={question !== null}
        onClose={close}
      />
    ),
  }
}

/** The URL says whether the progress dialog is open, so that "Revisar" can open it and Back closes it. */
function useProgressAddress() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const id = address.get(PROGRESS_PARAM)
  const { draft, replaces } = (state as FormLocationState | null) ?? {}
  const progressRequest = useMemo(
    () => (id === null ? null : { id, draft: draft as ProgressDraft | undefined, replaces }),
    [id, draft, replaces],
  )

  const leave = useHistoryOverlay(id !== null)
  const show = useCallback(
    (next: Goal | null) =>
      setAddress(
        (present) => {
          const changed = new URLSearchParams(present)
          if (next) changed.set(PROGRESS_PARAM, next.id)
          else changed.delete(PROGRESS_PARAM)
          return changed
        },
        { replace: next === null, state: null },
      ),
    [setAddress],
  )
  return {
    progressRequest,
    open: useCallback((goal: Goal) => show(goal), [show]),
    close: useCallback(() => leave(() => show(null)), [leave, show]),
  }
}
