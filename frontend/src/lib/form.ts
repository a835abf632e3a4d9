import { useRef, useState, type FormEvent, type KeyboardEvent, type RefCallback } from 'react'
import type { FieldErrors } from '@prumo/shared/rejections'
import { readDraft, useStoredDraft } from './expired-session-drafts'
import { useUnsavedReport, type UnsavedSummary } from './unsaved-summary'

/** What a field needs to show its value and to say what became of it. */
export interface FieldBinding<T> {
  name: string
  value: T
  error: string | null
  onChange: (value: T) => void
  onBlur: () => void
  ref: RefCallback<HTMLElement>
}

/** Answers what is wrong with a value, or null. The order of the rules is the order in which a form is checked. */
export type FormRules<V> = { [K in keyof V]?: (value: V[K], values: V) => string | null }

type FormProblems<V> = Partial<Record<keyof V, string>>

/**
 * The manners of a form: silent while typing, checked on leaving a field that was changed, an error gone with
 * the first keystroke; on submit every rule, with the focus on the first field that fails. A sheet or dialog around it
 * asks before what was typed is lost.
 * @param describe what that would be, as it is read
 * @param keptAs the name under which it is kept while someone whose session ended signs in again; none for what nobody keeps
 */
export function useForm<V extends object>(
  initial: V,
  rules: FormRules<V>,
  describe: (values: V) => UnsavedSummary = () => UNNAMED,
  keptAs?: string,
) {
  const [values, setValues] = useState<V>(() => ({ ...initial, ...readDraft(keptAs) }))
  const [saved, setSaved] = useState(initial)
  const isUnsaved = !isSame(values, saved)
  useUnsavedReport(isUnsaved, describe(values))
  useStoredDraft(keptAs, isUnsaved ? changesOf(saved, values) : null)
  const [problems, setProblems] = useState<FormProblems<V>>({})
  const [busy, setBusy] = useState(false)
  const touched = useRef(new Set<keyof V>())
  const elements = useRef(new Map<keyof V, HTMLElement>())
  const met = useRef(new WeakSet<HTMLElement>())

  function problemOf(name: keyof V, all: V): string | null {
    return rules[name]?.(all[name], all) ?? null
  }

  function showProblem(name: keyof V, text: string | null): void {
    setProblems((before) => {
      const next = { ...before }
      if (text === null) delete next[name]
      else next[name] = text
      return next
    })
  }

  function focusFirst(found: FormProblems<V>): void {
    const order = [...Object.keys(rules), ...Object.keys(values)] as (keyof V)[]
    const first = order.find((name) => name in found)
    if (first !== undefined) elements.current.get(first)?.focus()
  }

  function field<K extends keyof V & string>(name: K): FieldBinding<V[K]> {
    return {
      name,
      value: values[name],
      error: problems[name] ?? null,
      onChange: (value) => {
        touched.current.add(name)
        setValues((before) => ({ ...before, [name]: value }))
        showProblem(name, null)
      },
      onBlur: () => {
        if (touched.current.has(name)) showProblem(name, problemOf(name, values))
      },
      ref: (element) => {
        if (!element) return void elements.current.delete(name)
        elements.current.set(name, element)
        if (met.current.has(element)) return
        met.current.add(element)
        // What was typed into the page before its script took it over; what is not empty may only be written differently there.
        const typed = values[name] === '' ? typedText(element) : null
        if (typed !== null) setValues((before) => ({ ...before, [name]: typed }))
      },
    }
  }

  function submit(send: (values: V) => Promise<void> | void) {
    return async (event?: FormEvent): Promise<void> => {
      event?.preventDefault()
      if (busy) return
      const found: FormProblems<V> = {}
      for (const name of Object.keys(rules) as (keyof V)[]) {
        const text = problemOf(name, values)
        if (text !== null) found[name] = text
      }
      const isSound = Object.keys(found).length === 0
      if (!isSound || Object.keys(problems).length > 0) setProblems(found)
      if (!isSound) return focusFirst(found)
      const sending = send(values)
      // What is done at once is never busy.
      if (!sending) return
      setBusy(true)
      try {
        await sending
      } finally {
        setBusy(false)
      }
    }
  }

  /** The server's objections, at their fields; false when none of them is about a field of this form. */
  function reject(fields: FieldErrors = {}): boolean {
    const found: FormProblems<V> = {}
    for (const [name, messages] of Object.entries(fields)) {
      if (name in values && messages[0]) found[name as keyof V] = messages[0]
    }
    setProblems(found)
    focusFirst(found)
    return Object.keys(found).length > 0
  }

  /** Fills in what is known by now, where nobody has written anything; it is not what would be lost. */
  function offer(known: Partial<V>): void {
    const names = (Object.keys(known) as (keyof V)[]).filter((name) => !touched.current.has(name))
    const filled = (before: V): V => ({
      ...before,
      ...Object.fromEntries(names.filter((name) => isSame([before[name]], [initial[name]])).map((name) => [name, known[name]])),
    })
    setValues(filled)
    setSaved(filled)
  }

  function reset(next: V = initial): void {
    setValues(next)
    setSaved(next)
    setProblems({})
    touched.current.clear()
  }

  return { values, busy, field, submit, reject, offer, reset }
}

/** Sends a form from any of its fields, where the key is Ctrl or ⌘ Enter. */
export function submitByKey(event: KeyboardEvent, send: () => unknown): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  send()
}

/** What a field was rendered with is not typed, and may be a value as it is shown: a date is. */
function typedText(element: HTMLElement): string | null {
  if (element instanceof HTMLSelectElement) return element.value || null
  const isText = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(element.type))
  return isText && element.value !== element.defaultValue ? element.value || null : null
}

const UNNAMED: UnsavedSummary = { subject: '' }

function changesOf<V extends object>(before: V, after: V): Partial<V> {
  const names = (Object.keys(after) as (keyof V)[]).filter((name) => !isSame([before[name]], [after[name]]))
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<V>
}

/** Values of fields are texts and lists of texts. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
