import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { type MovementDraft } from '../../data/emergency-fund-commands'
import type { FormLocationState } from '../../lib/form-address'
import { useHistoryOverlay } from '../../lib/history-overlay'
import { FUND_SCREEN } from '../../data/screens'

type DialogMovementKind = MovementDraft['kind']

/** A dialog is open while the address says so, so that it opens from anywhere and the way back closes it. */
const params: Record<DialogMovementKind, string> = { deposit: 'adicionar', withdrawal: 'retirar' }
const kinds = Object.keys(params) as DialogMovementKind[]

/** The address of the screen with the dialog of a deposit or a withdrawal open. */
export function movementAddress(kind: DialogMovementKind): string {
  return `${FUND_SCREEN}?${params[kind]}=1`
}

export interface OpenMovement {
  kind: DialogMovementKind
  /** What was typed before and did not reach the server. */
  draft: MovementDraft | undefined
  /** The refused command that what is saved takes the place of. */
  instead: string | undefined
}

/** Which dialog the address asks for, and the ways to open and close one. */
export function useMovementAddress() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  const kind = kinds.find((candidate) => address.has(params[candidate]))
  const { draft, instead } = (state as FormLocationState | null) ?? {}
  const asked: OpenMovement | null = useMemo(
    () => (kind ? { kind, draft: draft as MovementDraft | undefined, instead } : null),
    [kind, draft, instead],
  )
  const open = useCallback((wanted: DialogMovementKind) => setAddress({ [params[wanted]]: '1' }), [setAddress])
  const leave = useHistoryOverlay(asked !== null)
  const close = useCallback(() => leave(() => setAddress({}, { replace: true, state: null })), [leave, setAddress])
  return { asked, open, close }
}
