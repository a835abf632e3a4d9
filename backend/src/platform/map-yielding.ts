import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Milliseconds of work between yields. Another request waits for several such slices, as it awaits Postgres several times, so a
 * slice must be short.
 */
const TURN_MS = 0.5

/** Maps items, yielding to the event loop between slices of work, so that a long list does not delay other requests. */
export async function mapYielding<Item, Result>(items: Iterable<Item>, each: (item: Item, index: number) => Result): Promise<Result[]> {
  const results: Result[] = []
  let sliceStart = performance.now()
  let index = 0
  for (const item of items) {
    if (performance.now() - sliceStart > TURN_MS) {
      await nextTurn()
      sliceStart = performance.now()
    }
    results.push(each(item, index++))
  }
  return results
}
