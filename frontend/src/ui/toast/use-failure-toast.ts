import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '../../lib/api'
import type { FormState } from '../../lib/form-address'
import { showToast } from './toast'

/** Where what was typed can be taken up again. */
interface Review extends FormState {
  address: string
}

/** Says that something was taken back and why, and offers what was typed again. */
export function useFailureToast() {
  const navigate = useNavigate()
  return useCallback(
    (failure: unknown, what: string, review?: Review) =>
      showToast({
        tone: 'error',
        text: `${what} ${messageOf(failure)}`,
        ...(review && { action: { label: 'Revisar', run: () => void navigate(review.address, { state: { draft: review.draft } satisfies FormState }) } }),
      }),
    [navigate],
  )
}
