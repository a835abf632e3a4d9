import { useEffect, useRef, useState } from 'react'
import { changesOf, type FormState } from '../lib/form'
import { useAccount } from './account'

/** The two answers to the offer of earlier input. */
export interface DraftOffer {
  resume: () => void
  discard: () => void
}

/**
 * Keeps what is typed into a form on this device until it is saved or thrown away, whatever closes the form. Not for a form with a
 * secret, such as a password.
 * @param name of the form, with the id of the edited entity; another name needs another instance of the form
 * @returns `offer`, earlier input that differs from the initial values, null if there is none; and `remove`, to call when the form
 * is saved, with the values that saving changes
 */
export function useDraft<V extends object>(name: string, { saved, values, fill }: Pick<FormState<V>, 'saved' | 'values' | 'fill'>) {
  const { drafts } = useAccount()
  const [stored, setStored] = useState(() => drafts.read(name) as Partial<V> | null)
  const earlier = stored && changesOf(saved, { ...saved, ...knownFields(saved, stored) })
  const changes = changesOf(saved, values)
  // Until the offer is answered, new input is added to the earlier one, so that neither is lost.
  const kept = JSON.stringify({ ...earlier, ...changes })
  const written = useRef(JSON.stringify(stored ?? {}))

  useEffect(() => {
    if (kept === written.current) return
    written.current = kept
    drafts.write(name, JSON.parse(kept) as object)
  }, [drafts, name, kept])

  function remove(after: Partial<V> = {}): void {
    drafts.remove(name)
    setStored(null)
    // The form may stay a moment with the saved values.
    written.current = JSON.stringify(changesOf(saved, { ...values, ...after }))
  }

  const offer: DraftOffer | null =
    earlier && Object.keys(earlier).length > 0
      ? {
          resume: () => {
            fill({ ...earlier, ...changes })
            setStored(null)
          },
          discard: () => setStored(null),
        }
      : null
  return { offer, remove }
}

/** Leaves out fields that the form of this release does not have. */
function knownFields<V extends object>(saved: V, stored: Partial<V>): Partial<V> {
  return Object.fromEntries(Object.entries(stored).filter(([field]) => field in saved)) as Partial<V>
}
