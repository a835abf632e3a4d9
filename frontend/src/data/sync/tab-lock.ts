/** Held by a tab while it uses an account, so that no other tab seals the commands in use. */
export class TabLock {
  readonly #name: string
  #release: () => void = () => undefined
  /** Settles once this tab no longer holds the lock. */
  #released: Promise<unknown> = Promise.resolve()

  private constructor(name: string) {
    this.#name = name
  }

  /** Waits while another tab seals the account's commands. */
  static acquire(account: string): Promise<TabLock> {
    const lock = new TabLock(`prumo:present:${account}`)
    if (!('locks' in navigator)) return Promise.resolve(lock)
    return new Promise((resolve, reject) => {
      const stay = (): Promise<void> => {
        resolve(lock)
        return new Promise((end) => (lock.#release = end))
      }
      lock.#released = navigator.locks.request(lock.#name, { mode: 'shared' }, stay).catch(reject)
    })
  }

  /** Releases the lock, and runs `work` if no other tab holds it; none acquires it meanwhile. */
  async release(work: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    this.#release()
    await this.#released
    if (!('locks' in navigator)) return work()
    await navigator.locks.request(this.#name, { ifAvailable: true }, async (held) => {
      if (held) await work()
    })
  }
}
