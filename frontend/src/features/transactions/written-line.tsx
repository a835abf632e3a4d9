import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { cutText } from '@prumo/shared/text-form'
import type { WrittenEntry } from '@prumo/shared/written-entry'
import { partText } from './written-words'
import styles from './written-line.module.css'

const EXAMPLES = [
  'mercado 45,90 ontem',
  'recebi 350 da Júlia dia 12',
  'aluguel 1200 todo mês dia 5',
  'luz 89,90 vence 20/12',
  'notebook 3600 em 10x #equipamentos',
]

interface WrittenLineFieldProps {
  text: string
  entry: WrittenEntry | null
  walletName: (id: string) => string
  onChange: (text: string) => void
  onEnter: () => void
  autoFocus: boolean
  /** The element that says what was understood. */
  describedBy: string
  ref: Ref<HTMLTextAreaElement>
}

/** One line for a whole transaction. What was understood is underlined and named under the words. */
export function WrittenLineField({ text, entry, walletName, onChange, onEnter, autoFocus, describedBy, ref }: WrittenLineFieldProps) {
  const id = useId()
  const [hasExamples, setExamples] = useState(false)
  const marks = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (marks.current) shortenLabels(marks.current)
  }, [text, entry])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) onEnter()
  }

  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        <label htmlFor={id}>Escreva em uma linha</label>
        <button type="button" aria-expanded={hasExamples} onClick={() => setExamples(!hasExamples)}>
          Exemplos
        </button>
      </div>
      {hasExamples && (
        <ul className={styles.examples}>
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => {
                  onChange(example)
                  setExamples(false)
                  document.getElementById(id)?.focus()
                }}
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.line} data-empty={text === ''}>
        <div ref={marks} className={styles.marks} aria-hidden="true">
          {stretchesOf(text, entry).map(({ start, words, part }) =>
            part && entry ? (
              <span key={start} data-asked={part.isAmbiguous || undefined}>
                {words}
                <small>{partText(part, entry.draft, walletName)}</small>
              </span>
            ) : (
              <i key={start}>{words}</i>
            ),
          )}
          <i key="end">{'\u200b'}</i>
        </div>
        <textarea
          ref={ref}
          id={id}
          name="written"
          rows={1}
          className={styles.text}
          value={text}
          placeholder={EXAMPLES[0]}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          aria-describedby={describedBy}
          data-autofocus={autoFocus || undefined}
          onChange={(event) => onChange(cutText(event.target.value, MAX_TITLE))}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  )
}

/** The text in stretches: those that were understood, and those between them. */
function stretchesOf(text: string, entry: WrittenEntry | null) {
  const stretches: { start: number; words: string; part: WrittenEntry['parts'][number] | null }[] = []
  let position = 0
  for (const part of joinTransfers(entry?.parts ?? [])) {
    // While the reading belongs to the text before, a part may end behind it.
    const [start, end] = [Math.max(part.start, position), Math.min(part.end, text.length)]
    if (start >= end) continue
    if (start > position) stretches.push({ start: position, words: text.slice(position, start), part: null })
    stretches.push({ start, words: text.slice(start, end), part })
    position = end
  }
  if (position < text.length) stretches.push({ start: position, words: text.slice(position), part: null })
  return stretches
}

/** The words of a transfer that follow each other are one part: `paguei a fatura`. */
function joinTransfers(parts: WrittenEntry['parts']): WrittenEntry['parts'] {
  return parts.reduce<WrittenEntry['parts']>((joined, part) => {
    const last = joined.at(-1)
    if (last?.kind !== 'transfer' || part.kind !== 'transfer') return [...joined, part]
    return [...joined.slice(0, -1), { ...last, end: part.end, isAmbiguous: last.isAmbiguous || part.isAmbiguous }]
  }, [])
}

const LABEL_GAP = 3

/** Labels are as long as they need to be, but end before the next one of the same row. */
function shortenLabels(marks: HTMLElement): void {
  const labels = [...marks.querySelectorAll('small')]
  for (const label of labels) label.style.maxWidth = ''
  const boxes = labels.map((label) => label.getBoundingClientRect())
  const right = marks.getBoundingClientRect().right
  for (const [index, label] of labels.entries()) {
    const [box, next] = [boxes[index], boxes[index + 1]]
    if (!box) continue
    const end = next && next.top === box.top ? next.left - LABEL_GAP : right
    if (box.right > end) label.style.maxWidth = `${Math.max(end - box.left, 0)}px`
  }
}
