import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router-dom'
import { isOverlayClosing } from '../../lib/history-overlay'
import { UnsavedContext, type UnsavedSummary } from '../../lib/unsaved-summary'
import { lazyPart } from '../lazy-part'

const UnsavedDialog = lazyPart(async () => ({ default: (await import('./leaving-dialog')).UnsavedDialog }), { what: 'a pergunta' })

const NOTHING: UnsavedSummary = { subject: '' }

/** On a reload or a closed tab the browser asks, with its own text. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

interface LeavingGuard {
  /** Closes the overlay; asks first if input would be lost. */
  close: () => void
  isAsking: boolean
  /** Wraps the form and adds the question. */
  guarded: (content: ReactNode) => ReactNode
}

/** Only going back can leave a screen under an overlay. */
const isBackNavigation: BlockerFunction = ({ historyAction }) => historyAction === NavigationType.Pop

/**
 * Asks before Escape, a tap outside, a navigation or a reload loses unsaved input. The forms inside report what is unsaved.
 * @param title of the overlay or the form
 * @param isLeft whether a navigation leaves the form
 * @param isHistoryEntry whether going back closes the overlay by itself, because the address opened it; otherwise the guard closes
 * the overlay and the screen below stays
 */
export function useLeavingGuard(
  open: boolean,
  onClose: () => void,
  title: string,
  { isLeft = isBackNavigation, isHistoryEntry = true }: { isLeft?: BlockerFunction; isHistoryEntry?: boolean } = {},
): LeavingGuard {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** A snapshot for the question. */
  const [askedAbout, setAskedAbout] = useState<UnsavedSummary>(NOTHING)
  /** In a ref, because it changes with every key and is rendered only by the question; null while nothing is unsaved. */
  const latest = useRef<UnsavedSummary | null>(null)
  /** The pending navigation: `leave` continues it, `stay` cancels it. */
  const pending = useRef({ leave: onClose, stay: (): void => undefined })
  if (isAsking && (!open || !isUnsaved)) setAsking(false)
  useEffect(() => {
    // Without a connection the dialog could no longer be loaded.
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
    pending.current = { leave, stay }
    // In the next task, or the dialog would handle the same key press.
    setTimeout(() => {
      // Saved meanwhile: this render may precede the form's report.
      if (!latest.current) return leave()
      setAskedAbout(latest.current)
      setAsking(true)
    })
  }

  function answer(choice: 'leave' | 'stay'): void {
    setAsking(false)
    pending.current[choice]()
  }

  /** Going back closes the overlay instead of leaving the screen. */
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
            isRequested={isAsking}
            onDismissFailure={() => answer('stay')}
            open={isAsking}
            title={title}
            unsaved={askedAbout}
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

/** Active guards, the topmost last: the router allows one blocker. */
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

/** Rendered while input is unsaved, or while going back has to close an overlay. */
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
