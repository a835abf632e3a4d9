import { unavailable } from '../stream/appender.js'

/** So many commands of one account may wait for each other; a person's devices stay far below. */
const MAX_QUEUED = { ofAccount: 256, inAll: 10_000 }
/** Milliseconds after which work that has not started is refused: by then its caller may have given up. */
const QUEUE_TIMEOUT_MS = 3_000

interface AccountTail {
  last: Promise<unknown>
  waiting: number
}

/**
 * Lets one piece of work an account run at a time in this process: commands, so that they do not lose races against their
 * own neighbours, and whatever takes long.
 */
export class AccountQueue {
  readonly #accounts = new Map<string, AccountTail>()
  #waiting = 0

  /** @param most how many may run or wait, of an account and in all @param patienceMs of work for which nothing else is said */
  constructor(
    private readonly most = MAX_QUEUED,
    private readonly patienceMs = QUEUE_TIMEOUT_MS,
  ) {}

  /**
   * Runs the work when the account's earlier work has ended, however that ended. Rejects with UNAVAILABLE when too many
   * wait, or as soon as it has waited for `patienceMs`; then the work never runs.
   */
  async run<T>(accountId: string, work: () => Promise<T>, patienceMs = this.patienceMs): Promise<T> {
    const turns = this.#accounts.get(accountId) ?? { last: Promise.resolve(), waiting: 0 }
    if (turns.waiting >= this.most.ofAccount || this.#waiting >= this.most.inAll) throw unavailable()
    this.#accounts.set(accountId, turns)
    turns.waiting++
    this.#waiting++
    try {
      return await this.#runInOrder(turns, work, patienceMs)
    } finally {
      turns.waiting--
      this.#waiting--
      if (turns.waiting === 0) this.#accounts.delete(accountId)
    }
  }

  #runInOrder<T>(turns: AccountTail, work: () => Promise<T>, patienceMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let isRefused = false
      const refuse = () => {
        isRefused = true
        reject(unavailable())
      }
      const timer = setTimeout(refuse, patienceMs)
      const start = async () => {
        clearTimeout(timer)
        if (isRefused) return
        try {
          resolve(await work())
        } catch (failure) {
          reject(failure)
        }
      }
      turns.last = turns.last.then(start)
    })
  }
}
