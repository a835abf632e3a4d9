import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './skeleton.module.css'

const SHOWN_AFTER_MS = 150

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}

/** A still block of the size of what is coming. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.block} style={{ width, height }} aria-hidden />
}

/**
 * Holds the place of a part that loads: the children take their space at once and are seen only when the wait
 * is long enough to be noticed, so nothing flickers and nothing shifts.
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
