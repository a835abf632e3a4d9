import { randomUUID } from 'node:crypto'
import { transactionAt } from '../append/sale.js'

/** The rate of each writer. */
const WRITES_A_SECOND = 10

const TICK_MS = 5

/** The number of writes, and their latencies. */
export interface ConcurrentWaits {
  all: number
  refused: number
  /** The latency that this share of writes did not exceed, in milliseconds. */
  at: (share: number) => number
}

/** Writers at a steady rate, which does not depend on their answers: slow answers do not lower the load. */
export class ConcurrentWriters {
  #n = 0

  constructor(
    private readonly origin: string,
    private readonly tokens: readonly string[],
  ) {}

  /** Writes until the work is done, and waits for the answers. */
  async writeDuring(work: () => Promise<void>): Promise<ConcurrentWaits> {
    const answered: Promise<{ ms: number; status: number }>[] = []
    const startedAt = performance.now()
    const due = () => ((performance.now() - startedAt) / 1000) * WRITES_A_SECOND * this.tokens.length
    const writing = setInterval(() => {
      while (answered.length < due()) answered.push(this.#write())
    }, TICK_MS)
    await work().finally(() => clearInterval(writing))
    const all = await Promise.all(answered)
    const times = all.map(({ ms }) => ms).sort((a, b) => a - b)
    return {
      all: all.length,
      refused: all.filter(({ status }) => status !== 201).length,
      at: (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0,
    }
  }

  async #write(): Promise<{ ms: number; status: number }> {
    const n = this.#n++
    const { amount, ...rest } = transactionAt(n)
    const headers = {
      authorization: `Bearer ${this.tokens[n % this.tokens.length]}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const startedAt = performance.now()
    const status = await this.#answer(headers, JSON.stringify({ ...rest, amount: amount / 100 }))
    return { ms: performance.now() - startedAt, status }
  }

  /** The status of the answer; 0 where the server closed the connection, as it does when a request arrives too slowly. */
  async #answer(headers: Record<string, string>, body: string): Promise<number> {
    try {
      const response = await fetch(`${this.origin}/api/transactions`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }
}
