import { useEffect } from 'react'
import { read, remove, storageKeys, write } from './device-storage'
import { onSessionEnd, session } from './session'

/**
 * Unsaved input of the forms that were open when the session expired. The same person finds it again in the same tab once
 * the form is open: signing in leads back to the address that opens it.
 */
interface StoredDrafts {
  account: string
  /** By the form's name: the values that differ from the initial ones. */
  forms: Record<string, object>
}

/** Drafts of the forms that are open now. */
const openDrafts = new Map<string, object>()

onSessionEnd((end) => {
  const { user } = session()
  if (end === 'expired' && user && openDrafts.size > 0)
    write('session', storageKeys.typed, JSON.stringify({ account: user.id, forms: Object.fromEntries(openDrafts) } satisfies StoredDrafts))
})

/** The draft of the form of this name from before the session expired; empty if there is none. */
export function readDraft(name: string | undefined): object {
  return (name !== undefined && readStoredDrafts()?.forms[name]) || {}
}

/**
 * Stores the draft of a form if the session expires while it is open.
 * @param name undefined for a form whose draft must not be stored, such as one with a password
 * @param changed the unsaved values; null while there are none
 */
export function useStoredDraft(name: string | undefined, changed: object | null): void {
  useEffect(() => {
    if (name === undefined) return
    if (changed) openDrafts.set(name, changed)
    else openDrafts.delete(name)
  })
  const isUnsaved = changed !== null
  useEffect(() => {
    if (name === undefined || !isUnsaved) return
    return () => {
      openDrafts.delete(name)
      // Saved or discarded. If the session is over, neither: the draft stays.
      if (session().user) deleteDraft(name)
    }
  }, [name, isUnsaved])
}

function deleteDraft(name: string): void {
  const { [name]: _, ...rest } = readStoredDrafts()?.forms ?? {}
  if (Object.keys(rest).length === 0) remove('session', storageKeys.typed)
  else write('session', storageKeys.typed, JSON.stringify({ account: session().user!.id, forms: rest }))
}

/** Deletes the drafts of another account. */
function readStoredDrafts(): StoredDrafts | null {
  const text = read('session', storageKeys.typed)
  const stored = text === null ? null : (JSON.parse(text) as StoredDrafts)
  if (!stored || stored.account === session().user?.id) return stored
  remove('session', storageKeys.typed)
  return null
}

// Runs with the first form's code, so that drafts of another account are deleted even if no form is opened.
if (session().user) readStoredDrafts()
