import { useEffect } from 'react'
import { read, remove, storageKeys, write } from './device-storage'
import { onSessionEnd, session } from './session'

/**
 * What was typed and not saved when a session ended by itself. It is there again for the same person, in the same tab, when
 * the form is: the door leads back to the address that opens it.
 */
interface TypedBefore {
  account: string
  /** By the name of the form: the values that were another than those it began with. */
  forms: Record<string, object>
}

/** Of the forms that are open now. */
const typed = new Map<string, object>()

onSessionEnd((end) => {
  const { user } = session()
  if (end === 'expired' && user && typed.size > 0)
    write('session', storageKeys.typed, JSON.stringify({ account: user.id, forms: Object.fromEntries(typed) } satisfies TypedBefore))
})

/** What was typed in the form of this name before the person had to sign in again. */
export function typedBefore(name: string | undefined): object {
  return (name !== undefined && stored()?.forms[name]) || {}
}

/**
 * Has what is typed in a form be there again, should the session end meanwhile.
 * @param name none for a form of which nothing is kept, such as one with a password
 * @param changed the values that are not saved; null while all are
 */
export function useTypedBefore(name: string | undefined, changed: object | null): void {
  useEffect(() => {
    if (name === undefined) return
    if (changed) typed.set(name, changed)
    else typed.delete(name)
  })
  const isUnsaved = changed !== null
  useEffect(() => {
    if (name === undefined || !isUnsaved) return
    return () => {
      typed.delete(name)
      // Saved or given up; with the session gone it is neither.
      if (session().user) forget(name)
    }
  }, [name, isUnsaved])
}

function forget(name: string): void {
  const { [name]: _, ...rest } = stored()?.forms ?? {}
  if (Object.keys(rest).length === 0) remove('session', storageKeys.typed)
  else write('session', storageKeys.typed, JSON.stringify({ account: session().user!.id, forms: rest }))
}

/** Nobody else's: what another account left goes. */
function stored(): TypedBefore | null {
  const text = read('session', storageKeys.typed)
  const kept = text === null ? null : (JSON.parse(text) as TypedBefore)
  if (!kept || kept.account === session().user?.id) return kept
  remove('session', storageKeys.typed)
  return null
}

// With the first form's code, whether or not one is opened.
if (session().user) stored()
