import { useId, type ReactNode } from 'react'
import { SectionHead } from '../../ui/section-head'
import styles from './section.module.css'

/** A section of a tab: a heading on a rule, and its content. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <div className={styles.body}>{children}</div>
    </section>
  )
}
