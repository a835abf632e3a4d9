/** Lets one command an account run at a time in this process, so that commands do not lose races against their own neighbours. */
export class AccountTurns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs the work when the account's earlier work has ended, however that ended. */
  async take<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(accountId) ?? Promise.resolve()).then(work, work)
    this.#last.set(accountId, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(accountId) === turn) this.#last.delete(accountId)
    }
  }
}
