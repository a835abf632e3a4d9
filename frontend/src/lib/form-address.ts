import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAddress } from './address'
import { useHistoryOverlay } from './history-overlay'

/**
 * A form is open while the address has `?nova=1`, or `?editar=` with an id. A link can therefore open it from anywhere, and going
 * back closes it.
 */
const NEW_PARAM = 'nova'
const EDIT_PARAM = 'editar'

export interface OpenForm<D> {
  /** The edited entity; null for a new one. */
  id: string | null
  /** Earlier input that did not reach the server. */
  draft: D | undefined
  /** The refused command that saving replaces. */
  replaces: string | undefined
  /** The id for a new entity, if queued commands already refer to it. */
  newId: string | undefined
  /** What a new entity's form is to read, as typed elsewhere. */
  line: string | undefined
}

/** The name of a form's draft; distinct for a form that replaces a refused command. */
export function draftName(what: string, id: string | null, replaces?: string): string {
  return [what, id, replaces].join(':')
}

/** The location's state: a draft to continue. */
export interface FormLocationState {
  draft?: unknown
  replaces?: string
  newId?: string
  line?: string
}

/** The address of a screen with its form open. */
export function formAddress(screen: string, id?: string): string {
  const query = id ? `${EDIT_PARAM}=${encodeURIComponent(id)}` : `${NEW_PARAM}=1`
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

/** Identifies the form that an address opens; null for none. */
export function requestedForm(search: string): string | null {
  const address = new URLSearchParams(search)
  return address.get(EDIT_PARAM) ?? (address.has(NEW_PARAM) ? NEW_PARAM : null)
}

/** The form that the address opens, with functions to open and close one, also at another address of the screen. */
export function useFormAddress<D>() {
  const [address, setAddress] = useAddress()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = address.get(EDIT_PARAM)
  const isOpen = id !== null || address.has(NEW_PARAM)
  const { draft, replaces, newId, line } = (state as FormLocationState | null) ?? {}
  const form: OpenForm<D> | null = useMemo(
    () => (isOpen ? { id, draft: draft as D | undefined, replaces, newId, line } : null),
    [isOpen, id, draft, replaces, newId, line],
  )

  const leave = useHistoryOverlay(isOpen)

  /** Opening adds an entry to the history; null closes the form and replaces the entry. */
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
