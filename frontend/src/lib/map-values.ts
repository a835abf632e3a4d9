/** The same keys in the same order, each with what a function gives for its value. */
export function mapValues<K extends string, V, W>(values: Readonly<Record<K, V>>, change: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(values).map(([key, value]) => [key, change(value)])) as Record<K, W>
}
