import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router-dom'
import { isOverlayClosing } from '../../lib/history-overlay'

/** Going back closes the overlay instead of leaving its screen. Rendered while the overlay is open, unless the address opened it. */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  return (
    <NavigationGuard
      isGuarded={({ historyAction }) => historyAction === NavigationType.Pop}
      onNavigation={(_leave, stay) => {
        stay()
        onClose()
      }}
    />
  )
}

interface NavigationGuardProps {
  /** Whether to hold a navigation back. */
  isGuarded: BlockerFunction
  /** Has to continue the navigation by `leave`, or to cancel it by `stay`. */
  onNavigation: (leave: () => void, stay: () => void) => void
}

/** Rendered guards, the topmost last: the router allows one blocker. */
let guards: readonly symbol[] = []
const listeners = new Set<() => void>()

function setGuards(next: readonly symbol[]): void {
  guards = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Holds navigations back while it is rendered; of several, the last decides. */
export function NavigationGuard(props: NavigationGuardProps) {
  const [self] = useState(() => Symbol('guard'))
  const isLast = useSyncExternalStore(subscribe, () => guards.at(-1) === self)
  useEffect(() => {
    setGuards([...guards, self])
    return () => setGuards(guards.filter((other) => other !== self))
  }, [self])
  return isLast && <NavigationBlocker {...props} />
}

function NavigationBlocker({ isGuarded, onNavigation }: NavigationGuardProps) {
  const blocker = useBlocker((navigation) => !isOverlayClosing() && isGuarded(navigation))
  const latest = useRef(onNavigation)
  useEffect(() => void (latest.current = onNavigation))
  useEffect(() => {
    if (blocker.state === 'blocked') latest.current(blocker.proceed, blocker.reset)
  }, [blocker])
  return null
}
