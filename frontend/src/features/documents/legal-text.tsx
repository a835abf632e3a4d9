import type { ReactNode } from 'react'
import { PublicFrame } from '../../ui/public-frame'
import styles from './legal-text.module.css'

export interface LegalSection {
  id: string
  title: string
  text: ReactNode
}

interface LegalTextProps {
  title: string
  /** The day it takes effect, formatted: `22 de novembro de 2026`. */
  date: string
  lead: ReactNode
  sections: readonly LegalSection[]
}

/** A legal text with a table of contents. Each section has an anchor. */
export function LegalText({ title, date, lead, sections }: LegalTextProps) {
  return (
    <PublicFrame>
      <div className={styles.page}>
        <h1>{title}</h1>
        <p className={styles.date}>Esta versão vale a partir de {date}; a anterior, até a véspera.</p>
        <div className={styles.lead}>{lead}</div>
        <nav aria-label="Nesta página" className={styles.contents}>
          <h2>Nesta página</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map((section, index) => (
          <section key={section.id} id={section.id}>
            <h2>
              {index + 1}. {section.title}
            </h2>
            {section.text}
          </section>
        ))}
      </div>
    </PublicFrame>
  )
}
