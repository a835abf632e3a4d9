import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAccount } from '../../data/account'
import { setMei, type MeiDraft, type MeiProfileEntity } from '../../data/mei-commands'
import { MEI_SCREEN } from '../../data/screens'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { draftName, type FormLocationState } from '../../lib/form-address'
import { meiDraftOf, meiRules, valuesOfProfile, type MeiFormValues } from './mei-form-values'

/** The draft of a refused profile, to correct. */
export interface MeiReview {
  draft: MeiDraft
  replaces: string | undefined
}

/** The refused profile that "Revisar" passed in the navigation state, if any, and a function that ends its correction. */
export function useMeiReview(): { review: MeiReview | null; end: () => void } {
  const { state } = useLocation()
  const navigate = useNavigate()
  const { draft, replaces } = (state as FormLocationState | null) ?? {}
  const review = draft ? { draft: draft as MeiDraft, replaces } : null
  return { review, end: () => void (review && navigate(MEI_SCREEN, { replace: true, state: null })) }
}

/** The form of the profile. @param seen null before the first one */
export function useMeiForm(seen: MeiProfileEntity | null, review: MeiReview | null, onSaved?: () => void) {
  const account = useAccount()
  const form = useForm<MeiFormValues>({ ...valuesOfProfile(seen), ...review?.draft }, meiRules)
  const typed = useDraft(draftName('mei', null, review?.replaces), form)
  // Guards against a second tap while the form closes.
  const isSaved = useRef(false)

  function save(valid: MeiFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    void account.outbox.enqueue(setMei(account.id, seen, meiDraftOf(valid)), { replaces: review?.replaces })
    onSaved?.()
  }

  return { form, typed, save }
}
