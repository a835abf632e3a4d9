import { useEffect } from 'react'
import { read, remove, storageKeys, write } from './device-storage'
import { onSessionEnd, session } from './session'

/**
 * What was typed and not saved when a session ended by itself. It is there again for the same person, in the same tab, when
 * the form is: the door leads back to the address that opens it.
 */
interface StoredDrafts {
  account: string
  /** By the name of the form: the values that were another than those it began with. */
  forms: Record<string, object>
}

/** Of the forms that are open now. */
const openDrafts = new Map<string, object>()

onSessionEnd((end) => {
  const { user } = session()
  if (end === 'expired' && user && openDrafts.size > 0)
    write('session', storageKeys.typed, JSON.stringify({ account: user.id, forms: Object.fromEntries(openDrafts) } satisfies StoredDrafts))
})

/** What was typed in the form of this name before the person had to sign in again. */
export function readDraft(name: string | undefined): object {
  return (name !== undefined && readStoredDrafts()?.forms[name]) || {}
}

/**
 * Has what is typed in a form be there again, should the session end meanwhile.
 * @param name none for a form of which nothing is kept, such as one with a password
 * @param changed the values that are not saved; null while all are
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
      // Saved or given up; with the session gone it is neither.
      if (session().user) deleteDraft(name)
    }
  }, [name, isUnsaved])
}

function deleteDraft(name: string): void {
  const { [name]: _, ...rest } = readStoredDrafts()?.forms ?? {}
  if (Object.keys(rest).length === 0) remove('session', storageKeys.typed)
  else write('session', storageKeys.typed, JSON.stringify({ account: session().user!.id, forms: rest }))
}

/** Nobody else's: what another account left goes. */
function readStoredDrafts(): StoredDrafts | null {
  const text = read('session', storageKeys.typed)
  const kept = text === null ? null : (JSON.parse(text) as StoredDrafts)
  if (!kept || kept.account === session().user?.id) return kept
  remove('session', storageKeys.typed)
  return null
}

// With the first form's code, whether or not one is opened.
if (session().user) readStoredDrafts()
