import { unavailable } from '../stream/appender.js'

/** Limits of queued commands, per account and in total; a user's devices stay far below. */
const MAX_QUEUED = { ofAccount: 256, inAll: 10_000 }
/** Milliseconds after which queued work is refused: by then its caller may have given up. */
const QUEUE_TIMEOUT_MS = 3_000

interface AccountTail {
  last: Promise<unknown>
  waiting: number
}

/**
 * Serialises the work of each account within this process, so that its own commands do not lose optimistic races against each
 * other.
 */
export class AccountQueue {
  readonly #accounts = new Map<string, AccountTail>()
  #waiting = 0

  /** @param most limits of running and queued work, per account and in total @param patienceMs default queue timeout */
  constructor(
    private readonly most = MAX_QUEUED,
    private readonly patienceMs = QUEUE_TIMEOUT_MS,
  ) {}

  /**
   * Runs the work after the account's earlier work has settled. Rejects with UNAVAILABLE when the queue is full, or after
   * waiting `patienceMs`; then the work never runs.
   */
  async run<T>(accountId: string, work: () => Promise<T>, patienceMs = this.patienceMs): Promise<T> {
    const tail = this.#accounts.get(accountId) ?? { last: Promise.resolve(), waiting: 0 }
    if (tail.waiting >= this.most.ofAccount || this.#waiting >= this.most.inAll) throw unavailable()
    this.#accounts.set(accountId, tail)
    tail.waiting++
    this.#waiting++
    try {
      return await this.#runInOrder(tail, work, patienceMs)
    } finally {
      tail.waiting--
      this.#waiting--
      if (tail.waiting === 0) this.#accounts.delete(accountId)
    }
  }

  #runInOrder<T>(tail: AccountTail, work: () => Promise<T>, patienceMs: number): Promise<T> {
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
      tail.last = tail.last.then(start)
    })
  }
}
