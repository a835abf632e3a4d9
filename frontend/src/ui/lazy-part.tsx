import {
  createElement,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { LoadFailure } from './load-failure'
import { dismissToast, showToast } from './overlay/toast'
import { useIsIdle } from './use-is-idle'

interface LazyPartOptions {
  /** What it is called where it does not come, with its article: `o formulário`. Without a name nothing is said, and it is tried again. */
  what?: string
  /** In its place while it comes; there it is said, too, that it does not. What lies over the screen has none, and a toast says it. */
  place?: ReactNode
}

interface LazyPartProps {
  isWanted?: boolean
  /** The person lets go of what did not come. */
  onUnwanted?: () => void
}

interface LazyPart<P> {
  (props: P & LazyPartProps): ReactNode
  /** Fetches it before it is wanted; where that fails, it is fetched when it is. */
  fetch: () => void
}

/** What has no name is tried again this much later. */
const RETRY_MS = 5000

/**
 * A part of a screen whose code comes when it is wanted. Where it does not come the screen stands, it is said, and it can
 * be asked for again; what does not come then either, because a newer release took it away, comes with a new page.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { what, place }: LazyPartOptions = {},
): LazyPart<P> {
  let arrived: ComponentType<P> | null = null
  let coming: Promise<void> | null = null
  const listeners = new Set<() => void>()

  async function fetchOnce(): Promise<void> {
    try {
      arrived = (await load()).default
      for (const notify of listeners) notify()
    } finally {
      coming = null
    }
  }

  function fetch(): Promise<void> {
    return arrived ? Promise.resolve() : (coming ??= fetchOnce())
  }

  function subscribe(notify: () => void): () => void {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }

  function Part({ isWanted = true, onUnwanted, ...props }: P & LazyPartProps) {
    const Arrived = useSyncExternalStore(subscribe, () => arrived)
    const [isFailed, setFailed] = useState(false)
    const [failures, setFailures] = useState(0)
    const [isGone, setGone] = useState(false)
    const isMissing = isWanted && !Arrived

    const begin = useCallback(() => {
      fetch().catch((failure: unknown) => {
        setFailed(true)
        setFailures((before) => before + 1)
        if (isStyles(failure)) setGone(true)
      })
    }, [])
    const ask = useCallback(() => {
      setFailed(false)
      begin()
    }, [begin])
    useEffect(() => {
      if (!isMissing) return
      begin()
      return () => setFailed(false)
    }, [isMissing, begin])

    const letGo = useRef(onUnwanted)
    useEffect(() => void (letGo.current = onUnwanted))

    const label = isGone ? 'Recarregar' : 'Tentar de novo'
    const again = useCallback(() => {
      if (isGone) return window.location.reload()
      setGone(true)
      ask()
    }, [isGone, ask])

    useEffect(() => {
      if (!isMissing || !isFailed) return
      if (what === undefined) {
        const timer = setTimeout(ask, RETRY_MS)
        return () => clearTimeout(timer)
      }
      if (place !== undefined) return
      const toast = showToast({
        text: `Não conseguimos carregar ${what}.`,
        tone: 'error',
        action: { label, run: again },
        onClose: () => letGo.current?.(),
      })
      return () => dismissToast(toast)
      // Each failure has its own, however quickly it comes.
    }, [isMissing, isFailed, failures, label, ask, again])

    if (Arrived) return createElement(Arrived, props as unknown as P)
    if (!isWanted) return null
    return isFailed && what !== undefined && place !== undefined ? <LoadFailure what={what} again={label} onRetry={again} /> : place
  }

  // Most stand in the shell, which is drawn anew with every address.
  return Object.assign(memo(Part), { fetch: () => void fetch().catch(() => undefined) })
}

/** A style sheet that did not come once is not asked for again by the loader. */
function isStyles(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes('preload CSS')
}

/** Fetches parts once the browser has nothing more urgent to do. */
export function usePrefetch(...parts: readonly { fetch: () => void }[]): void {
  const idle = useIsIdle()
  const [ahead] = useState(parts)
  useEffect(() => {
    if (idle) for (const part of ahead) part.fetch()
  }, [idle, ahead])
}
