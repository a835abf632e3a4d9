import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './skeleton.module.css'

const SHOWN_AFTER_MS = 150

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}

/** A placeholder of the size of the coming content. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.block} style={{ width, height }} aria-hidden />
}

/**
 * Reserves the space of a loading part: the children are laid out at once but visible only after a noticeable wait, so that nothing
 * flickers or shifts.
 */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.loading} data-shown={shown} aria-busy="true">
      <span className="visually-hidden" role="status">
        {shown ? `Carregando ${what}…` : ''}
      </span>
      {children}
    </div>
  )
}
