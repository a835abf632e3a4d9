import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { type MovementDraft } from '../../data/emergency-fund-commands'
import type { FormLocationState } from '../../lib/form-address'
import { useHistoryOverlay } from '../../lib/history-overlay'
import { FUND_SCREEN } from '../../data/screens'

type DialogMovementKind = MovementDraft['kind']

/** The URL says which dialog is open, so that any screen can link to it and Back closes it. */
const params: Record<DialogMovementKind, string> = { deposit: 'adicionar', withdrawal: 'retirar' }
const kinds = Object.keys(params) as DialogMovementKind[]

/** The URL of the screen with the dialog of a deposit or a withdrawal open. */
export function movementAddress(kind: DialogMovementKind): string {
  return `${FUND_SCREEN}?${params[kind]}=1`
}

export interface OpenMovement {
  kind: DialogMovementKind
  /** The draft of a refused command. */
  draft: MovementDraft | undefined
  /** The id of the refused command that this one replaces. */
  replaces: string | undefined
}

/** The dialog that the URL names, with functions that open and close it. */
export function useMovementAddress() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const kind = kinds.find((candidate) => address.has(params[candidate]))
  const { draft, replaces } = (state as FormLocationState | null) ?? {}
  const movement: OpenMovement | null = useMemo(
    () => (kind ? { kind, draft: draft as MovementDraft | undefined, replaces } : null),
    [kind, draft, replaces],
  )
  const open = useCallback((opened: DialogMovementKind) => setAddress({ [params[opened]]: '1' }), [setAddress])
  const leave = useHistoryOverlay(movement !== null)
  const close = useCallback(() => leave(() => setAddress({}, { replace: true, state: null })), [leave, setAddress])
  return { movement, open, close }
}
