import { comeAgain } from '../stream/appender.js'

/** So many commands of one account may wait for each other; a person's devices stay far below. */
const MAX_OF_ACCOUNT = 256
const MAX_IN_ALL = 10_000
/** A command that waited so long is refused with UNAVAILABLE: by then its caller may have given up. */
const PATIENCE_MS = 3_000

interface Turns {
  last: Promise<unknown>
  waiting: number
}

/** Lets one command an account run at a time in this process, so that commands do not lose races against their own neighbours. */
export class AccountTurns {
  readonly #accounts = new Map<string, Turns>()
  #waiting = 0

  /**
   * Runs the work when the account's earlier work has ended, however that ended. Rejects with UNAVAILABLE when too many
   * wait, or it would come too late.
   */
  async take<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#accounts.get(accountId) ?? { last: Promise.resolve(), waiting: 0 }
    if (turns.waiting >= MAX_OF_ACCOUNT || this.#waiting >= MAX_IN_ALL) throw comeAgain()
    this.#accounts.set(accountId, turns)
    const asked = performance.now()
    const inTurn = () => {
      if (performance.now() - asked > PATIENCE_MS) throw comeAgain()
      return work()
    }
    const turn = turns.last.then(inTurn, inTurn)
    turns.last = turn
    turns.waiting++
    this.#waiting++
    try {
      return await turn
    } finally {
      turns.waiting--
      this.#waiting--
      if (turns.waiting === 0) this.#accounts.delete(accountId)
    }
  }
}
