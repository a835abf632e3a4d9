import { useId, useState, type KeyboardEvent } from 'react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { searchable } from '@prumo/shared/search'
import { cutText } from '@prumo/shared/text-form'
import type { UsedDescription } from '@prumo/shared/transactions'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { useDescriptions } from '../../data/descriptions'
import { shortDayText } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from '../../ui/field/field-frame'
import controls from '../../ui/field/field.module.css'
import { formatFlow } from '../../ui/money-format'
import { escapeHandledInside } from '../../ui/overlay/escape-handled-inside'
import styles from './description-field.module.css'

const FROM_LETTERS = 2
const MOST_OFFERED = 5

interface DescriptionFieldProps {
  field: FieldBinding<string>
  /** Takes what the person called something before. */
  onTake: (used: UsedDescription) => void
}

/** The description, which offers what the person called things before: arrows choose, Enter takes one. */
export function DescriptionField({ field, onTake }: DescriptionFieldProps) {
  const { data: descriptions } = useDescriptions()
  const now = useToday()
  const listId = useId()
  const [isTyping, setTyping] = useState(false)
  const [active, setActive] = useState(-1)
  const term = searchable(field.value)
  const offered = isTyping && descriptions ? matchDescriptions(descriptions, term) : []
  const current = Math.min(active, offered.length - 1)

  function take(used: UsedDescription): void {
    setTyping(false)
    onTake(used)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (offered.length === 0 || event.nativeEvent.isComposing) return
    const chosen = offered[current]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // One more place than rows: the typed text itself.
      const places = offered.length + 1
      setActive(((current + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1)
    } else if (event.key === 'Enter' && chosen && !event.ctrlKey && !event.metaKey) take(chosen)
    else if (event.key === 'Escape') setTyping(false)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.description}>
      <FieldFrame label="Descrição" error={field.error}>
        {({ id, describedBy, invalid }) => (
          <input
            {...(offered.length > 0 && escapeHandledInside)}
            id={id}
            ref={field.ref}
            name={field.name}
            className={controls.control}
            role="combobox"
            aria-expanded={offered.length > 0}
            aria-controls={offered.length > 0 ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
            autoComplete="off"
            value={field.value}
            onChange={(event) => {
              field.onChange(cutText(event.target.value, MAX_TITLE))
              setTyping(true)
              setActive(-1)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setTyping(false)
              field.onBlur()
            }}
            aria-describedby={describedBy}
            aria-invalid={invalid}
          />
        )}
      </FieldFrame>
      {offered.length > 0 && (
        <div className={styles.offers} ref={scrollIntoView}>
          <div id={listId} role="listbox" aria-label="Já lançadas">
            {offered.map((used, index) => (
              <button
                type="button"
                tabIndex={-1}
                key={`${used.type} ${used.description}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === current}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(used)}
              >
                <b>{markMatch(used.description, term)}</b>
                <span className={`money ${styles[used.type]}`}>{formatFlow(used.amount, used.type)}</span>
                <small>{usesText(used, now)}</small>
              </button>
            ))}
          </div>
          <p>O valor só é preenchido se estiver vazio. Tudo continua editável.</p>
        </div>
      )}
    </div>
  )
}

/** On a small screen the offers open below its edge. */
function scrollIntoView(offers: HTMLElement | null): void {
  offers?.scrollIntoView({ block: 'nearest' })
}

/** Those in which a word begins with the typed text, most used first. @param term in searchable form */
export function matchDescriptions(descriptions: readonly UsedDescription[], term: string): UsedDescription[] {
  if (term.length < FROM_LETTERS) return []
  const found: UsedDescription[] = []
  for (const used of descriptions) {
    if (` ${searchable(used.description)}`.includes(` ${term}`)) found.push(used)
    if (found.length === MOST_OFFERED) break
  }
  return found
}

/** `Fornecedores, em 24/11, 37 vezes` */
function usesText({ category, lastDate, count }: UsedDescription, now: string): string {
  const day = shortDayText(lastDate, now)
  return `${category ?? NO_CATEGORY}, ${/\d/.test(day) ? `em ${day}` : day}, ${count === 1 ? '1 vez' : `${count} vezes`}`
}

/** The description with the typed letters underlined, where both forms are equally long. */
function markMatch(description: string, term: string) {
  const form = searchable(description)
  const start = ` ${form}`.indexOf(` ${term}`)
  if (form.length !== description.length || start < 0) return description
  const end = start + term.length
  return (
    <>
      {description.slice(0, start)}
      <mark>{description.slice(start, end)}</mark>
      {description.slice(end)}
    </>
  )
}
