import { useRef, useState, type FormEvent, type KeyboardEvent, type RefCallback } from 'react'
import type { FieldErrors } from '@prumo/shared/rejections'

/** What a field needs to show its value and its error. */
export interface FieldBinding<T> {
  name: string
  value: T
  error: string | null
  onChange: (value: T) => void
  onBlur: () => void
  ref: RefCallback<HTMLElement>
}

/** Each rule returns the error of a value, or null. A form is checked in the order of its rules. */
export type FormRules<V> = { [K in keyof V]?: (value: V[K], values: V) => string | null }

type FormProblems<V> = Partial<Record<keyof V, string>>

/**
 * The state of a form. It shows no error while typing, checks a changed field on blur, and clears an error with the first
 * keystroke; submitting checks every rule and focuses the first field that fails.
 * @returns `saved`, the values that count as unchanged
 */
export function useForm<V extends object>(initial: V, rules: FormRules<V>) {
  const [values, setValues] = useState<V>(initial)
  const [saved, setSaved] = useState(initial)
  const [problems, setProblems] = useState<FormProblems<V>>({})
  const [busy, setBusy] = useState(false)
  const touched = useRef(new Set<keyof V>())
  const elements = useRef(new Map<keyof V, HTMLElement>())
  const registered = useRef(new WeakSet<HTMLElement>())
  const written = useRef(new Map<keyof V, string>())

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

  /** The value of a field, or what a password manager wrote into it without an event: rendering another value would erase that. */
  function filledIn<K extends keyof V>(name: K): V[K] {
    if (touched.current.has(name) || values[name] !== '') return values[name]
    const element = elements.current.get(name)
    const typed = element && typedText(element)
    if (typed) written.current.set(name, typed)
    return (written.current.get(name) ?? '') as V[K]
  }

  function field<K extends keyof V & string>(name: K): FieldBinding<V[K]> {
    return {
      name,
      value: filledIn(name),
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
        if (registered.current.has(element)) return
        registered.current.add(element)
        // Input from before hydration. A field with a value is skipped: it may only format that value differently.
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
      const filled = Object.fromEntries((Object.keys(values) as (keyof V)[]).map((name) => [name, filledIn(name)])) as V
      if (!isSame(filled, values)) setValues(filled)
      for (const name of Object.keys(rules) as (keyof V)[]) {
        const text = problemOf(name, filled)
        if (text !== null) found[name] = text
      }
      const isSound = Object.keys(found).length === 0
      if (!isSound || Object.keys(problems).length > 0) setProblems(found)
      if (!isSound) return focusFirst(found)
      const sending = send(filled)
      // A synchronous `send` is never busy.
      if (!sending) return
      setBusy(true)
      try {
        await sending
      } finally {
        setBusy(false)
      }
    }
  }

  /** Shows the server's objections at their fields. @returns false if none concerns a field of this form */
  function reject(fields: FieldErrors = {}): boolean {
    const found: FormProblems<V> = {}
    for (const [name, messages] of Object.entries(fields)) {
      if (name in values && messages[0]) found[name as keyof V] = messages[0]
    }
    setProblems(found)
    focusFirst(found)
    return Object.keys(found).length > 0
  }

  /** Fills in earlier input, as if it was typed. */
  function fill(typed: Partial<V>): void {
    for (const name of Object.keys(typed) as (keyof V)[]) touched.current.add(name)
    setValues((before) => ({ ...before, ...typed }))
    setProblems({})
  }

  /** Fills in values that arrive later, where nothing was typed; they count as unchanged. */
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
    written.current.clear()
  }

  function focus(name: keyof V): void {
    elements.current.get(name)?.focus()
  }

  return { values, saved, busy, field, submit, reject, fill, offer, reset, focus }
}

export type FormState<V extends object> = ReturnType<typeof useForm<V>>

/** Submits a form from any of its fields on Ctrl or ⌘ Enter. */
export function submitByKey(event: KeyboardEvent, send: () => unknown): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  send()
}

/**
 * What was typed into an element, null for nothing. The rendered default is not input: it may be a formatted value, such as a date.
 */
function typedText(element: HTMLElement): string | null {
  if (element instanceof HTMLSelectElement) return element.value || null
  const isText = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(element.type))
  return isText && element.value !== element.defaultValue ? element.value || null : null
}

/** The fields that differ. */
export function changesOf<V extends object>(before: V, after: V): Partial<V> {
  const names = (Object.keys(after) as (keyof V)[]).filter((name) => !isSame([before[name]], [after[name]]))
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<V>
}

/** The values of fields are texts and lists of texts. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
