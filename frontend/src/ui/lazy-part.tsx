import {
  createElement,
  lazy,
  memo,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { LoadBoundary, PartLoadError } from './load-boundary'
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
  /**
   * False for a closed part: its code is not requested, and the part is rendered only if the code is loaded, so that it can close and
   * open with motion.
   */
  isRequested?: boolean
  /** Called when the person dismisses the failure of loading. */
  onDismissFailure?: () => void
}

interface LazyPart<P> {
  (props: P & LazyPartProps): ReactNode
  /** Loads the code ahead; a failure is silent, and rendering tries again. */
  fetch: () => void
}

/** A part of a screen whose code loads when it is rendered: `React.lazy` that can be prefetched and retried. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { what, place }: LazyPartOptions = {},
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<{ default: ComponentType<P> }> | null = null
  const listeners = new Set<() => void>()

  async function fetchOnce(): Promise<{ default: ComponentType<P> }> {
    try {
      const module = await load()
      loaded = module.default
      for (const notify of listeners) notify()
      return module
    } catch (cause) {
      loading = null
      throw new PartLoadError(cause instanceof Error ? cause.message : 'The part did not load', { cause })
    }
  }

  const fetch = () => (loading ??= fetchOnce())
  // `lazy` keeps a failure, so the next attempt needs a new one.
  let Loading = lazy(fetch)
  const renew = () => void (Loading = lazy(fetch))

  function subscribe(notify: () => void): () => void {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }

  /** Prefetched code renders at once, where `lazy` would suspend first. */
  function Code(props: P) {
    return createElement(loaded ?? Loading, props)
  }

  function Part({ isRequested = true, onDismissFailure, ...props }: P & LazyPartProps) {
    const isLoaded = useSyncExternalStore(subscribe, () => loaded !== null)
    const isDue = isRequested || isLoaded
    // Deferred, because React shows the content of a boundary at the earliest 300 ms after its fallback.
    const isShown = useDeferredValue(isDue, isLoaded)
    return (
      <LoadBoundary key={String(isDue)} what={what} place={place} onFailure={renew} onDismiss={onDismissFailure}>
        <Suspense fallback={place}>{isDue && (isShown ? <Code {...(props as unknown as P)} /> : place)}</Suspense>
      </LoadBoundary>
    )
  }

  // Memoized, because most parts are in the shell, which renders on every navigation.
  return Object.assign(memo(Part), { fetch: () => void fetch().catch(() => undefined) })
}

/** Loads parts once the browser is idle. */
export function usePrefetch(...parts: readonly { fetch: () => void }[]): void {
  const idle = useIsIdle()
  const [ahead] = useState(parts)
  useEffect(() => {
    if (idle) for (const part of ahead) part.fetch()
  }, [idle, ahead])
}
