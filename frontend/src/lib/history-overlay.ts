import { useCallback, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/**
 * What an address opens over its screen is a step of the history. Closing it goes back to the entry that it was opened
 * from, so that none is left of it; where it was opened from elsewhere, the screen takes the entry's place.
 */
interface OverlayHistory {
  /** The entries that the screen was at, in order, by their keys. */
  keys: string[]
  at: number
  /** The last of them with nothing open; null while there was none. */
  base: number | null
  /** Where to be once it is closed; undefined while nothing is being closed. */
  landing: string | null | undefined
}

let isNavigatingBack = false

/** Whether the way back is being taken by a form that closes: it has asked by then. */
export function isOverlayClosing(): boolean {
  return isNavigatingBack
}

/**
 * @param isOpen whether the present address opens something
 * @returns a way to close it: by the step back, or else as it is handed; at another address of the screen, where that is named
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
      // A second tap goes back no further.
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
