import { useLayoutEffect, useRef } from 'react'

const MOVE_MS = 240

/** Animates rows to their new places when their order changes. Rows carry `data-row` with an id. */
export function useMovingRows<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const tops = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const before = tops.current
    const now = new Map(rows.map((row) => [row.dataset['row'] ?? '', row.offsetTop]))
    tops.current = now
    if (!isReordered([...before.keys()], [...now.keys()]) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const top = before.get(row.dataset['row'] ?? '')
      const way = top === undefined ? 0 : top - row.offsetTop
      if (way !== 0)
        row.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], {
          duration: MOVE_MS,
          easing: 'cubic-bezier(.2, .8, .2, 1)',
        })
    }
  })

  return ref
}

/** Whether the remaining rows are in another order; added or removed rows do not count. */
function isReordered(before: readonly string[], now: readonly string[]): boolean {
  const staying = new Set(now)
  const present = new Set(before)
  const kept = before.filter((id) => staying.has(id))
  return now.filter((id) => present.has(id)).some((id, index) => id !== kept[index])
}
