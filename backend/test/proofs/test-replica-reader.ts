import { MIN_SEQ_HEADER, readReflected, SEQ_HEADER, type Position, writePosition } from '@prumo/shared/freshness'
import type { TestApp } from '../test-app.js'

/** Notes the position of each answer and sends it with each read, as the app does. */
export class ReplicaReader {
  seen: Position | null = null

  constructor(
    private readonly test: TestApp,
    readonly token: string,
    readonly accountId: string,
  ) {}

  static async register(test: TestApp): Promise<ReplicaReader> {
    const { token, accountId } = await test.register()
    return new ReplicaReader(test, token, accountId)
  }

  async sell(): Promise<void> {
    const body = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }
    this.#note(await this.test.send('POST', '/transactions', { token: this.token, body }))
  }

  /** Throws when the answer is older than one before. @returns the number of sales */
  async read(path = '/transactions'): Promise<number> {
    const headers = this.seen ? { [MIN_SEQ_HEADER]: writePosition(this.seen) } : {}
    const answer = await this.test.send('GET', path, { token: this.token, headers })
    const before = this.seen
    this.#note(answer)
    if (answer.status !== 200 || (this.seen?.seq ?? 0) < (before?.seq ?? 0)) throw new Error(`${path} went back: ${JSON.stringify(answer)}`)
    return answer.body.transactions?.length
  }

  #note({ headers }: Awaited<ReturnType<TestApp['send']>>): void {
    this.seen = readReflected(String(headers[SEQ_HEADER.toLowerCase()])) as Position
  }
}
