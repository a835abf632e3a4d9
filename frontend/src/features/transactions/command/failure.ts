import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '../../../lib/api'
import { showToast } from '../../../ui/toast/toast'
import { sheetAddress, type SheetState } from '../sheet/sheet-address'

/** Says that something was taken back and why, and offers what was typed again. */
export function useFailure() {
  const navigate = useNavigate()
  return useCallback(
    (failure: unknown, what: string, review?: { id?: string } & SheetState) => {
      showToast({
        tone: 'error',
        text: `${what} ${messageOf(failure)}`,
        ...(review && { action: { label: 'Revisar', run: () => void navigate(sheetAddress(review.id), { state: { draft: review.draft } satisfies SheetState }) } }),
      })
    },
    [navigate],
  )
}
