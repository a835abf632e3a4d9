import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds. Another request waits for several turns, as it waits for Postgres several times: a short one costs nothing. */
const TURN_MS = 0.5

/**
 * What a function makes of each item. After each turn others have theirs, so that a year of lines holds up nobody who
 * writes one.
 */
export async function mapYielding<Item, Result>(items: Iterable<Item>, each: (item: Item, index: number) => Result): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  let index = 0
  for (const item of items) {
    if (performance.now() - begun > TURN_MS) {
      await nextTurn()
      begun = performance.now()
    }
    results.push(each(item, index++))
  }
  return results
}
