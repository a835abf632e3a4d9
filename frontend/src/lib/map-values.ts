/** The same keys in the same order, with the mapped values. */
export function mapValues<K extends string, V, W>(values: Readonly<Record<K, V>>, change: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(values).map(([key, value]) => [key, change(value)])) as Record<K, W>
}
