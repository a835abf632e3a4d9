import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../../../ui/page/skeleton'
import type { GoalFormProps } from './goal-form'

const load = () => import('./goal-form')
const GoalForm = lazy(load)

/** Fetches the form before it is wanted. */
export function fetchGoalForm(): void {
  void load()
}

/** The form, or its place while it loads. */
export function GoalFormPlace(props: GoalFormProps) {
  return (
    <Suspense
      fallback={
        <Loading what="o formulário">
          <Skeleton height="27rem" />
        </Loading>
      }
    >
      <GoalForm {...props} />
    </Suspense>
  )
}
