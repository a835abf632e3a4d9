import { useRef } from 'react'
import { useAccount } from '../../data/account'
import { setMei, type MeiProfileEntity } from '../../data/mei-commands'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { meiDraftOf, meiRules, valuesOfProfile, type MeiFormValues } from './mei-form-values'

/** The form of the profile. @param seen null before the first one */
export function useMeiForm(seen: MeiProfileEntity | null, onSaved?: () => void) {
  const account = useAccount()
  const form = useForm<MeiFormValues>(valuesOfProfile(seen), meiRules)
  const typed = useDraft('mei', form)
  // Guards against a second tap while the form closes.
  const isSaved = useRef(false)

  function save(valid: MeiFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    void account.outbox.enqueue(setMei(account.id, seen, meiDraftOf(valid)))
    onSaved?.()
  }

  return { form, typed, save }
}
