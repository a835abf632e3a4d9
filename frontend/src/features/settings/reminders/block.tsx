import { useId, type ReactNode, type Ref } from 'react'
import styles from './reminders.module.css'

interface BlockProps {
  title: string
  /** The heading is only for screen readers on a phone. */
  isFirst?: boolean
  /** Its heading, to receive the focus. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A ruled block: its heading beside it, on a phone above. */
export function Block({ title, isFirst = false, headingRef, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.block} data-first={isFirst || undefined}>
      <h2 id={id} ref={headingRef} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
