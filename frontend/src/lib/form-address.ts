import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAddress } from './address'
import { useHistoryOverlay } from './history-overlay'

/**
 * A form is open while the address says so: `?nova=1`, or `?editar=` and an id. So it opens from anywhere by a
 * link, and the way back closes it.
 */
const NEW_PARAM = 'nova'
const EDIT_PARAM = 'editar'

export interface OpenForm<D> {
  /** What is edited; null for something new. */
  id: string | null
  /** What was typed before and did not reach the server. */
  draft: D | undefined
  /** The refused command that what is saved takes the place of. */
  instead: string | undefined
  /** What something new is to be called, where what waits behind it already means it. */
  newId: string | undefined
}

/** A name for what is typed in a form about something, told from what goes on with another draft. */
export function draftName(what: string, id: string | null, instead?: string): string {
  return [what, id, instead].join(':')
}

/** What travels beside the address: a draft to go on with. */
export interface FormLocationState {
  draft?: unknown
  instead?: string
  newId?: string
}

/** The address of a screen with its form open. */
export function formAddress(screen: string, id?: string): string {
  const query = id ? `${EDIT_PARAM}=${encodeURIComponent(id)}` : `${NEW_PARAM}=1`
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

/** Which form an address asks for: another text for each; null for none. */
export function requestedForm(search: string): string | null {
  const address = new URLSearchParams(search)
  return address.get(EDIT_PARAM) ?? (address.has(NEW_PARAM) ? NEW_PARAM : null)
}

/** Which form the address asks for, and the ways to open and close one, if need be at another address of the screen. */
export function useFormAddress<D>() {
  const [address, setAddress] = useAddress()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = address.get(EDIT_PARAM)
  const isOpen = id !== null || address.has(NEW_PARAM)
  const { draft, instead, newId } = (state as FormLocationState | null) ?? {}
  const form: OpenForm<D> | null = useMemo(
    () => (isOpen ? { id, draft: draft as D | undefined, instead, newId } : null),
    [isOpen, id, draft, instead, newId],
  )

  const leave = useHistoryOverlay(isOpen)

  /** Closes it with null, in the place of its address. Opening is a step that the way back undoes. */
  const show = useCallback(
    (next: { id: string | null } | null) =>
      setAddress(
        (present) => {
          const changed = new URLSearchParams(present)
          changed.delete(NEW_PARAM)
          changed.delete(EDIT_PARAM)
          if (next) changed.set(next.id === null ? NEW_PARAM : EDIT_PARAM, next.id ?? '1')
          return changed
        },
        { replace: next === null, state: null },
      ),
    [setAddress],
  )
  const open = useCallback(() => show({ id: null }), [show])
  const edit = useCallback((edited: { id: string }) => show({ id: edited.id }), [show])
  const close = useCallback(() => leave(() => show(null)), [leave, show])
  const closeAt = useCallback((landing: string) => leave(() => void navigate(landing, { replace: true }), landing), [leave, navigate])
  return { form, open, edit, close, closeAt }
}
