import { useCallback, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/**
 * An overlay that the address opens over its screen is an entry of the history. Closing it navigates back to the entry from which
 * it was opened, so that no entry remains. If it was opened from another page, the screen replaces the entry.
 */
interface OverlayHistory {
  /** Keys of the history entries the screen was at, in order. */
  keys: string[]
  at: number
  /** Index of the last entry without an overlay; null if there was none. */
  base: number | null
  /** The address to show once the overlay is closed; undefined while no overlay is being closed. */
  landing: string | null | undefined
}

let isNavigatingBack = false

/** Whether a closing overlay is navigating back. */
export function isOverlayClosing(): boolean {
  return isNavigatingBack
}

/**
 * @param isOpen whether the present address opens an overlay
 * @returns closes the overlay by navigating back, or by `otherwise` if there is no entry to go back to; `landing` is the
 * address of the screen to show then, null for the one it was opened from
 */
export function useHistoryOverlay(isOpen: boolean): (otherwise: () => void, landing?: string | null) => void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const steps = useRef<OverlayHistory>({ keys: [key], at: 0, base: null, landing: undefined })

  useLayoutEffect(() => {
    const { landing, ...before } = steps.current
    const isMoved = before.keys[before.at] !== key
    const { keys, at } = isMoved ? advanceHistory(before, key, type) : before
    steps.current = { keys, at, base: isOpen ? (at === 0 ? null : before.base) : at, landing: isMoved ? undefined : landing }
    if (!isMoved || landing === undefined) return
    isNavigatingBack = false
    if (landing !== null && landing !== pathname + search) void navigate(landing, { replace: true })
  }, [key, type, isOpen, pathname, search, navigate])
  useLayoutEffect(() => () => void (isNavigatingBack = false), [])

  return useCallback(
    (otherwise, landing = null) => {
      const { at, base } = steps.current
      if (base === null || base >= at) return otherwise()
      // Ignore a second tap while the overlay is closing.
      if (steps.current.landing !== undefined) return
      steps.current.landing = landing
      isNavigatingBack = true
      void navigate(base - at)
    },
    [navigate],
  )
}

function advanceHistory(
  { keys, at }: Pick<OverlayHistory, 'keys' | 'at'>,
  key: string,
  type: NavigationType,
): Pick<OverlayHistory, 'keys' | 'at'> {
  if (type === NavigationType.Push) return { keys: [...keys.slice(0, at + 1), key], at: at + 1 }
  if (type === NavigationType.Replace) return { keys: keys.with(at, key), at }
  const found = keys.indexOf(key)
  return found === -1 ? { keys: [key], at: 0 } : { keys, at: found }
}
