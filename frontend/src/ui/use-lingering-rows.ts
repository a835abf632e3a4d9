import { useEffect, useState } from 'react'

interface CompletableRow {
  id: string
  completed: boolean
}

interface LingeringState {
  list: readonly CompletableRow[]
  /** What has just become done or open again, and what it was before. */
  lingering: ReadonlyMap<string, boolean>
}

/**
 * What has just been done, or opened again, keeps its place for a moment, so that one sees what one did before the
 * row moves. Answers which, and what each of them was. A row that holds the keyboard's focus waits until that has moved on.
 */
export function useLingeringRows(list: readonly CompletableRow[], ms: number): ReadonlyMap<string, boolean> {
  const [seen, setSeen] = useState<LingeringState>({ list, lingering: new Map() })
  if (seen.list !== list) setSeen({ list, lingering: trackToggled(seen, list) })
  const { lingering } = seen

  useEffect(() => {
    if (lingering.size === 0) return
    const release = () => setSeen((now) => ({ ...now, lingering: new Map() }))
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

/** Whether someone is on such a row by keyboard: it must not move away from under them. */
function hasFocusIn(rows: ReadonlyMap<string, boolean>): boolean {
  const focused = document.querySelector(':focus-visible')
  const id = focused?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return id !== undefined && rows.has(id)
}
