import { IconChevronDown } from '@tabler/icons-react'
import styles from './faq-list.module.css'

/** Questions that expand without a script. */
export function FaqList({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            {question}
            <IconChevronDown size={20} stroke={1.75} aria-hidden />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
