import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router-dom'
import { isOverlayClosing } from '../../lib/history-overlay'
import { UnsavedContext, type UnsavedSummary } from '../../lib/unsaved-summary'
import { lazyPart } from '../lazy-part'

const UnsavedDialog = lazyPart(async () => ({ default: (await import('./leaving-dialog')).UnsavedDialog }), { what: 'a pergunta' })

const NOTHING: UnsavedSummary = { subject: '' }

/** Reloading, or closing the tab: the browser asks in words of its own. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

interface LeavingGuard {
  /** In place of closing: asks first where something typed would be lost. */
  close: () => void
  isAsking: boolean
  /** Around the form, with the question. */
  guarded: (content: ReactNode) => ReactNode
}

/** What lies over a screen is left by the way back alone: nothing else can be reached meanwhile. */
const isBackNavigation: BlockerFunction = ({ historyAction }) => historyAction === NavigationType.Pop

/**
 * Keeps what is typed in a form from being lost by Escape, a tap beside it, the way back or to elsewhere, or a
 * reload: the person is asked first. The forms inside say by themselves whether they hold something.
 * @param title of what is open
 * @param isLeft whether a navigation takes the form away
 * @param isHistoryEntry whether the way back closes what is open by itself, as where the address opened it; else it closes that, and
 * the screen below stays
 */
export function useLeavingGuard(
  open: boolean,
  onClose: () => void,
  title: string,
  { isLeft = isBackNavigation, isHistoryEntry = true }: { isLeft?: BlockerFunction; isHistoryEntry?: boolean } = {},
): LeavingGuard {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** As the question shows it. */
  const [asked, setAsked] = useState<UnsavedSummary>(NOTHING)
  /** With every key another one, of which nothing shows before the question; null while nothing would be lost. */
  const latest = useRef<UnsavedSummary | null>(null)
  /** What leaving is, once it is meant; and what staying takes back. */
  const way = useRef({ leave: onClose, stay: (): void => undefined })
  if (isAsking && (!open || !isUnsaved)) setAsking(false)
  useEffect(() => {
    // Without a connection it could not be fetched any more.
    if (!isUnsaved) return
    UnsavedDialog.fetch()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isUnsaved])

  const report = useCallback((unsaved: UnsavedSummary | null) => {
    latest.current = unsaved
    setUnsaved(unsaved !== null)
  }, [])

  function ask(leave: () => void, stay: () => void = () => undefined): void {
    way.current = { leave, stay }
    // The key press that asked would be heard by the question as well, and answer it.
    setTimeout(() => {
      // Saved a moment ago, which this did not know yet.
      if (!latest.current) return leave()
      setAsked(latest.current)
      setAsking(true)
    })
  }

  function answer(choice: 'leave' | 'stay'): void {
    setAsking(false)
    way.current[choice]()
  }

  /** The way back takes away what lies over the screen, not the screen. */
  function closeInstead(_leave: () => void, stay: () => void): void {
    stay()
    if (isUnsaved) ask(onClose)
    else onClose()
  }

  return {
    close: () => (isUnsaved ? ask(onClose) : onClose()),
    isAsking,
    guarded: (content) => (
      <UnsavedContext value={report}>
        {content}
        {open && (isUnsaved || !isHistoryEntry) && <NavigationGuard isLeft={isLeft} onLeave={isHistoryEntry ? ask : closeInstead} />}
        {open && isUnsaved && (
          <UnsavedDialog
            isWanted={isAsking}
            onUnwanted={() => answer('stay')}
            open={isAsking}
            title={title}
            unsaved={asked}
            onStay={() => answer('stay')}
            onLeave={() => answer('leave')}
          />
        )}
      </UnsavedContext>
    ),
  }
}

interface NavigationGuardProps {
  isLeft: BlockerFunction
  onLeave: (leave: () => void, stay: () => void) => void
}

/** Those that hold something or lie over something, the latest at the end: the router listens to one alone. */
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

/** Drawn for as long as something would be lost, or is closed in place of the screen. */
function NavigationGuard(props: NavigationGuardProps) {
  const [self] = useState(() => Symbol('guard'))
  const isLast = useSyncExternalStore(subscribe, () => guards.at(-1) === self)
  useEffect(() => {
    setGuards([...guards, self])
    return () => setGuards(guards.filter((other) => other !== self))
  }, [self])
  return isLast && <NavigationBlocker {...props} />
}

function NavigationBlocker({ isLeft, onLeave }: NavigationGuardProps) {
  const blocker = useBlocker((way) => !isOverlayClosing() && isLeft(way))
  const latest = useRef(onLeave)
  useEffect(() => void (latest.current = onLeave))
  useEffect(() => {
    if (blocker.state === 'blocked') latest.current(blocker.proceed, blocker.reset)
  }, [blocker])
  return null
}
