import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './page.module.css'

interface PageProps {
  /** The heading and the document's title. */
  title: string
  /** Beside the heading, such as the month. */
  beside?: ReactNode
  /** Close to the top and to what follows, for a list that needs the height. */
  isDense?: boolean
  /** At the right end of the heading's row. */
  actions?: ReactNode
  /** The step of a screen with several; a change of step moves the focus like a navigation. */
  step?: string
  children: ReactNode
}

let lastPlace: string | undefined

/** A screen of the signed-in area. On a phone the top bar shows the title, and the heading is only for screen readers. */
export function Page({ title, beside, actions, isDense = false, step, children }: PageProps) {
  const heading = usePageHeading(title, step)
  return (
    <>
      <div className={styles.head} data-bare={!beside && !actions} data-dense={isDense || undefined}>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </h1>
        {beside}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </>
  )
}

/** Sets the document's title and focuses the heading after a navigation, except on the first page of a visit. */
export function usePageHeading(title: string, step = '') {
  const { pathname } = useLocation()
  const place = `${pathname} ${step}`
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => setTitle(title), [title])
  useEffect(() => {
    if (lastPlace !== undefined && lastPlace !== place) heading.current?.focus({ preventScroll: true })
    lastPlace = place
  }, [place])

  return heading
}

let title = ''
const listeners = new Set<() => void>()

/** Sets the title of the document, which the top bar repeats. */
function setTitle(next: string): void {
  title = next
  document.title = `${next} · Prumo`
  listeners.forEach((notify) => notify())
}

export function usePageTitle(): string {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => title,
  )
}
