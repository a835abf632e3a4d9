/** A map that keeps the entries set last, so many of them at most. */
export class LastUsed<Key, Value> {
  readonly #entries = new Map<Key, Value>()

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Sets an entry as the youngest; the oldest goes when there are too many. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.limit) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }
}
