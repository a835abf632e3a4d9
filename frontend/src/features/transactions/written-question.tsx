import { useId, type KeyboardEvent, type Ref } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { EntryChoices, EntryQuestion, WrittenEntry } from '@prumo/shared/written-entry'
import { alternativeText, questionText, restText } from './written-words'
import styles from './written-question.module.css'

interface WrittenQuestionProps {
  /** The id of the text that says why saving waits. */
  id: string
  entry: WrittenEntry
  question: EntryQuestion
  now: CalendarDate
  walletName: (id: string) => string
  onChoose: (choices: EntryChoices) => void
  ref: Ref<HTMLButtonElement>
}

/** Asks which reading of an ambiguous part is meant. None is preselected; the keys 1, 2 and so on choose. */
export function WrittenQuestion({ id, entry, question, now, walletName, onChoose, ref }: WrittenQuestionProps) {
  const titleId = useId()
  const { field, alternatives } = question

  function onKeyDown(event: KeyboardEvent): void {
    const chosen = /^[1-9]$/.test(event.key) ? alternatives[Number(event.key) - 1] : undefined
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChoose(chosen.choices)
  }

  return (
    <div role="group" aria-labelledby={titleId} className={styles.question} onKeyDown={onKeyDown}>
      <h3 id={titleId}>{questionText(question)}</h3>
      {alternatives.map((alternative, index) => {
        const { title, rest } = alternativeText(field, alternative, now, walletName)
        return (
          <button
            type="button"
            key={JSON.stringify(alternative.choices)}
            ref={index === 0 ? ref : undefined}
            onClick={() => onChoose(alternative.choices)}
          >
            <kbd aria-hidden="true">{index + 1}</kbd>
            <span>
              <b>{title}</b>
              {rest && <small>{rest}</small>}
            </span>
          </button>
        )
      })}
      <p id={id}>Nada é salvo antes da sua resposta. {restText(entry, field, now)}</p>
    </div>
  )
}
