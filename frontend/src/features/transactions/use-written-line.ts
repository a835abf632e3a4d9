import { useMemo, useState } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { EntryChoices, EntryQuestion, WrittenEntry } from '@prumo/shared/written-entry'
import type { EntryReader } from '../../data/entry-reader'
import type { FieldBinding, FormState } from '../../lib/form'
import type { TransactionFormValues } from './transaction-form-values'
import { writtenValues, type WrittenFields } from './written-values'

type FieldOf = <K extends keyof TransactionFormValues>(name: K) => FieldBinding<TransactionFormValues[K]>

export interface WrittenLineState {
  text: string
  /** What the line was read as; null while it is empty, and until the reader is loaded. */
  entry: WrittenEntry | null
  /** The first question; nothing is saved before its answer. */
  question: EntryQuestion | null
  change: (text: string) => void
  /** Answers a question. */
  choose: (choices: EntryChoices) => void
  /** Binds a field, which the line no longer fills once the person changes it. */
  field: FieldOf
  isOwn: (name: keyof TransactionFormValues) => boolean
  clear: () => void
}

interface WrittenLineOptions {
  /** Null until it is loaded. */
  reader: EntryReader | null
  form: Pick<FormState<TransactionFormValues>, 'fill' | 'field' | 'values'>
  /** What the fields have without a line. */
  initial: TransactionFormValues
  /** The first text. */
  first: string
  now: CalendarDate
}

/** Fills a form with what a written line says, except for the fields that the person changed. */
export function useWrittenLine({ reader, form, initial, first, now }: WrittenLineOptions): WrittenLineState {
  const [text, setText] = useState(first)
  const [choices, setChoices] = useState<EntryChoices>({})
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const [filled, setFilled] = useState<WrittenEntry | null>(null)
  const isEmpty = text.trim() === ''
  const entry = useMemo(() => (isEmpty ? null : (reader?.read(text, choices) ?? null)), [reader, isEmpty, text, choices])

  if (entry && entry !== filled) {
    setFilled(entry)
    form.fill(withoutOwn(writtenValues(entry.draft, now), own))
  }

  function change(next: string): void {
    // The text is one line, whatever is pasted.
    const line = next.replace(/\s*\n\s*/g, ' ')
    setText(line)
    if (line.trim() !== '' || isEmpty) return
    const { note: _note, toDate: _toDate, paid: _paid, ...fields } = initial
    form.fill(withoutOwn(fields, own))
    setChoices({})
  }

  function clear(): void {
    setText('')
    setChoices({})
    setOwn(new Set())
    setFilled(null)
  }

  const field: FieldOf = (name) => {
    const binding = form.field(name)
    return {
      ...binding,
      onChange: (value) => {
        setOwn((before) => new Set([...before, name]))
        binding.onChange(value)
      },
    }
  }

  return { text, entry, question: entry?.questions[0] ?? null, change, choose: setChoices, field, isOwn: (name) => own.has(name), clear }
}

function withoutOwn(values: WrittenFields, own: ReadonlySet<string>): Partial<WrittenFields> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !own.has(name)))
}
