import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { hasSingleKeys } from '../../../lib/single-keys-preference'
import { isTypingTarget } from '../../../lib/typing-target'
import { clear, extend, move, noSelection, selectAll, toggle, type Selection } from './selection'
import { selectionKeyOf, type SelectionKey } from './selection-keys'

/** The last key or choice that needs a dialog of the selection bar. */
export type SelectionAction = 'category' | 'date' | 'wallet' | 'confirm' | 'delete' | 'rule'

interface SelectionOptions {
  /** The rows of the list in their order; the same array while they are the same. */
  rows: readonly Transaction[]
  /** Reads what the filter shows beyond the loaded rows, at most 500. */
  readAll: () => Promise<readonly Transaction[]>
  /** Opens the form of one transaction. */
  onEdit: (transaction: Transaction) => void
  /** Ticks nothing and follows no key: a guest only reads. */
  isReadOnly?: boolean
}

export interface SelectionControls extends Selection {
  /** The ticked transactions as they are now. */
  selected: readonly Transaction[]
  /** The action that a key asked for; the bar shows its dialog. */
  action: SelectionAction | null
  setAction: (action: SelectionAction | null) => void
  /** @param isRange with Shift: from the last ticked row to this one */
  tick: (id: string, isRange?: boolean) => void
  tickAll: () => void
  release: () => void
}

const NO_ROWS: ReadonlyMap<string, Transaction> = new Map()

/** The ticked rows of a list, by pointer and by keys. */
export function useSelection({ rows, readAll, onEdit, isReadOnly = false }: SelectionOptions): SelectionControls {
  const [selection, setSelection] = useState(noSelection)
  const [action, setAction] = useState<SelectionAction | null>(null)
  /** Rows that are ticked but not loaded. */
  const [further, setFurther] = useState(NO_ROWS)
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const asked = useRef(0)

  const selected = useMemo(() => {
    const known = new Map([...further, ...rows.map((row) => [row.id, row] as const)])
    return [...selection.ids].flatMap((id) => known.get(id) ?? [])
  }, [selection.ids, rows, further])

  const release = useCallback(() => {
    asked.current += 1
    setAction(null)
    setFurther(NO_ROWS)
    setSelection(clear)
  }, [])

  const tick = useCallback(
    (id: string, isRange = false) => setSelection((before) => (isRange ? extend(before, id, order) : toggle(before, id))),
    [order],
  )

  const tickAll = useCallback(() => {
    const ask = (asked.current += 1)
    setSelection((before) => selectAll(before, order))
    const tickFurther = async (): Promise<void> => {
      const all = await readAll()
      if (ask !== asked.current) return
      setFurther(new Map(all.map((row) => [row.id, row])))
      setSelection((before) => selectAll(before, [...new Set([...order, ...all.map(({ id }) => id)])]))
    }
    // Without an answer the loaded rows stay ticked, and the bar says how many they are.
    tickFurther().catch(() => undefined)
  }, [order, readAll])

  function follow(key: SelectionKey): void {
    const { cursor, ids } = selection
    if (key === 'all') return tickAll()
    if (key === 'release') return release()
    if (key === 'down' || key === 'up' || key === 'extendDown' || key === 'extendUp') {
      const step = key === 'down' || key === 'extendDown' ? 1 : -1
      return setSelection(move(selection, step, order, key === 'extendDown' || key === 'extendUp'))
    }
    if (key === 'tick' || key === 'range') {
      if (cursor !== null) tick(cursor, key === 'range')
      return
    }
    // Without ticks the keys are about the row under the cursor.
    if (ids.size === 0 && key === 'edit') {
      const row = rows.find(({ id }) => id === cursor)
      if (row) onEdit(row)
      return
    }
    if (ids.size === 0 && cursor !== null) setSelection(toggle(selection, cursor))
    const [only] = selected
    if (key === 'edit' && ids.size === 1 && only) return onEdit(only)
    if (ids.size > 0 || cursor !== null) setAction(key === 'edit' ? 'category' : key)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isReadOnly || event.defaultPrevented || event.isComposing || isTypingTarget(event.target)) return
    const key = selectionKeyOf(event, hasSingleKeys())
    if (key === null || (key === 'release' && selection.ids.size === 0)) return
    event.preventDefault()
    follow(key)
  })
  // After the app's own keys, which are handled at the document: the C of G C is theirs.
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  return { ...selection, selected, action, setAction, tick, tickAll, release }
}
