import { useEffect, useRef, type PointerEvent } from 'react'

/** How long a row is held to be ticked. */
const HOLD_MS = 450
/** A finger that moves further scrolls. */
const MOVES_PX = 10

/** Pointer handlers of a row that is held down. `wasHeld` is true for the click that follows. */
export function useHold(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const held = useRef(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  function cancel(): void {
    clearTimeout(timer.current)
  }

  return {
    wasHeld: () => held.current,
    handlers: {
      onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent) => {
        cancel()
        held.current = false
        start.current = { x, y }
        if (!isPrimary) return
        timer.current = setTimeout(() => {
          held.current = true
          onHold()
        }, HOLD_MS)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVES_PX) cancel()
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      // The browser's own menu of a long touch.
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (held.current) event.preventDefault()
      },
    },
  }
}
