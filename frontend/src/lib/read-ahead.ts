/**
 * Calls with each item, and yields the results in the order of the items. Some calls are under way ahead of the one that is waited for,
 * because on a phone most of a short request is the way to the server and back.
 * @param atOnce results that are under way or wait to be taken, at most
 */
export async function* readAhead<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const ahead: Promise<Result>[] = []
  for (const item of items) {
    const result = call(item)
    // One that fails is reported in its turn, and not at all once the reader has stopped.
    result.catch(() => undefined)
    ahead.push(result)
    if (ahead.length === atOnce) yield await (ahead.shift() as Promise<Result>)
  }
  for (const result of ahead) yield await result
}
