import { useEffect, useState } from 'react'

interface CompletableRow {
  id: string
  completed: boolean
}

interface LingeringState {
  list: readonly CompletableRow[]
  /** Rows that were just completed or opened again, with their previous value. */
  lingering: ReadonlyMap<string, boolean>
}

/**
 * Rows that were just completed or opened again keep their place for a moment, so that the change is visible before the row moves.
 * A row with the keyboard focus waits until the focus leaves it.
 * @returns the previous `completed` of each such row, by id
 */
export function useLingeringRows(list: readonly CompletableRow[], ms: number): ReadonlyMap<string, boolean> {
  const [state, setState] = useState<LingeringState>({ list, lingering: new Map() })
  if (state.list !== list) setState({ list, lingering: trackToggled(state, list) })
  const { lingering } = state

  useEffect(() => {
    if (lingering.size === 0) return
    const release = () => setState((now) => ({ ...now, lingering: new Map() }))
    const settle = () => (hasFocusIn(lingering) ? undefined : release())
    const timer = setTimeout(() => {
      settle()
      document.addEventListener('focusin', settle)
    }, ms)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', settle)
    }
  }, [lingering, ms])

  return lingering
}

function trackToggled({ list: before, lingering }: LingeringState, list: readonly CompletableRow[]): ReadonlyMap<string, boolean> {
  const was = new Map(before.map(({ id, completed }) => [id, completed]))
  const turned = list.filter(({ id, completed }) => was.has(id) && was.get(id) !== completed)
  if (turned.length === 0) return lingering
  return new Map([...turned.map(({ id, completed }): [string, boolean] => [id, !completed]), ...lingering])
}

/** Whether one of these rows has the keyboard focus: it must not move then. */
function hasFocusIn(rows: ReadonlyMap<string, boolean>): boolean {
  const focused = document.querySelector(':focus-visible')
  const id = focused?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return id !== undefined && rows.has(id)
}
