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
  /** Its name in the text of a failure, with its article: `o formulário`. Without a name a failure shows nothing and is retried. */
  what?: string
  /**
   * Shown in its place while it loads, where a failure appears too. Parts over the screen have none: a toast shows their failure.
   */
  place?: ReactNode
}

interface LazyPartProps {
  isWanted?: boolean
  /** Called when the person dismisses the failure. */
  onUnwanted?: () => void
}

interface LazyPart<P> {
  (props: P & LazyPartProps): ReactNode
  /** Loads the code ahead; a failure is silent, and rendering tries again. */
  fetch: () => void
}

/** The delay before an unnamed part is retried. */
const RETRY_MS = 5000

/**
 * A part of a screen whose code loads when it is rendered. A failure keeps the screen, is shown and can be retried. If the retry
 * fails too, a reload of the page is offered: a newer release may have removed the file.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { what, place }: LazyPartOptions = {},
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  async function fetchOnce(): Promise<void> {
    try {
      loaded = (await load()).default
      for (const notify of listeners) notify()
    } finally {
      loading = null
    }
  }

  function fetch(): Promise<void> {
    return loaded ? Promise.resolve() : (loading ??= fetchOnce())
  }

  function subscribe(notify: () => void): () => void {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }

  function Part({ isWanted = true, onUnwanted, ...props }: P & LazyPartProps) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded)
    const [isFailed, setFailed] = useState(false)
    const [failures, setFailures] = useState(0)
    const [isGone, setGone] = useState(false)
    const isMissing = isWanted && !Loaded

    const start = useCallback(() => {
      fetch().catch((failure: unknown) => {
        setFailed(true)
        setFailures((before) => before + 1)
        if (isStyles(failure)) setGone(true)
      })
    }, [])
    const retry = useCallback(() => {
      setFailed(false)
      start()
    }, [start])
    useEffect(() => {
      if (!isMissing) return
      start()
      return () => setFailed(false)
    }, [isMissing, start])

    const onDismiss = useRef(onUnwanted)
    useEffect(() => void (onDismiss.current = onUnwanted))

    const label = isGone ? 'Recarregar' : 'Tentar de novo'
    const retryOrReload = useCallback(() => {
      if (isGone) return window.location.reload()
      setGone(true)
      retry()
    }, [isGone, retry])

    useEffect(() => {
      if (!isMissing || !isFailed) return
      if (what === undefined) {
        const timer = setTimeout(retry, RETRY_MS)
        return () => clearTimeout(timer)
      }
      if (place !== undefined) return
      const toast = showToast({
        text: `Não conseguimos carregar ${what}.`,
        tone: 'error',
        action: { label, run: retryOrReload },
        onClose: () => onDismiss.current?.(),
      })
      return () => dismissToast(toast)
      // `failures` is a dependency so that each failure shows a toast of its own.
    }, [isMissing, isFailed, failures, label, retry, retryOrReload])

    if (Loaded) return createElement(Loaded, props as unknown as P)
    if (!isWanted) return null
    return isFailed && what !== undefined && place !== undefined ? <LoadFailure what={what} again={label} onRetry={retryOrReload} /> : place
  }

  // Memoized, because most parts are in the shell, which renders on every navigation.
  return Object.assign(memo(Part), { fetch: () => void fetch().catch(() => undefined) })
}

/** The loader never requests a failed style sheet again. */
function isStyles(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes('preload CSS')
}

/** Loads parts once the browser is idle. */
export function usePrefetch(...parts: readonly { fetch: () => void }[]): void {
  const idle = useIsIdle()
  const [ahead] = useState(parts)
  useEffect(() => {
    if (idle) for (const part of ahead) part.fetch()
  }, [idle, ahead])
}
