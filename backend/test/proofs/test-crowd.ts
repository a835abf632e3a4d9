import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestProgram } from './test-programs.js'

/** The outcome of one request; `status` 0 means no answer. */
export interface CrowdSample {
  what: 'read' | 'write' | 'ready'
  at: number
  ms: number
  status: number
}

interface CrowdWrite {
  token: string
  key: string
  id: string
  acknowledged: boolean
}

const ACCOUNTS = 3
const EVERY_MS = 100
const AT_ONCE = 20

/** People who send requests at a constant pace, whatever is answered, without waiting for answers. */
export class Crowd {
  readonly samples: CrowdSample[] = []
  readonly #under = new Set<Promise<void>>()
  readonly #written: CrowdWrite[] = []
  readonly #tokens: string[] = []
  readonly accounts: string[] = []
  #asking: NodeJS.Timeout | undefined
  /** The most memory that the API used since the last measurement, in bytes. */
  memory = 0

  constructor(
    private readonly api: TestProgram,
    private readonly withinMs: number,
  ) {}

  async begin(): Promise<void> {
    for (let each = 0; each < ACCOUNTS; each++) {
      const body = {
        name: 'Rui Alves',
        email: `${randomUUID()}@exemplo.com`,
        password: 'segredo1',
        businessName: 'Rui',
        businessType: 'Serviços',
      }
      const response = await fetch(`${this.api.origin}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { token, user } = (await response.json()) as { token: string; user: { id: string } }
      this.#tokens.push(token)
      this.accounts.push(user.id)
    }
    let turn = 0
    this.#asking = setInterval(() => {
      const token = this.#tokens[turn++ % ACCOUNTS] as string
      this.memory = Math.max(this.memory, this.api.memory())
      this.#send('read', () => this.#fetch(token, 'GET', '/transactions?limit=20'))
      this.#send('ready', () => this.#fetch(token, 'GET', '/health/ready'))
      const written = { token, key: randomUUID(), id: randomUUID(), acknowledged: false }
      this.#written.push(written)
      this.#send('write', () => this.#write(written))
    }, EVERY_MS)
  }

  /** Stops sending, and waits for the outstanding answers. */
  async end(): Promise<void> {
    clearInterval(this.#asking)
    await Promise.all(this.#under)
  }

  /** Whether all requests since a moment succeeded, and there were enough of them to judge. */
  isWellSince(moment: number): boolean {
    const since = this.samples.filter(({ at }) => at >= moment)
    return since.length >= 20 && since.every(({ status }) => status < 300 && status > 0)
  }

  /** Checks that the accounts have everything that was acknowledged, then repeats every command: each has its effect once. */
  async checkWritten(): Promise<void> {
    const before = await this.#ids()
    for (const { id, acknowledged } of this.#written) if (acknowledged) assert.ok(before.includes(id), `${id} was acknowledged and is lost`)
    for (let from = 0; from < this.#written.length; from += AT_ONCE) {
      const repeated = await Promise.all(this.#written.slice(from, from + AT_ONCE).map((written) => this.#write(written)))
      assert.ok(
        repeated.every((status) => status === 201),
        repeated.join(),
      )
    }
    assert.deepEqual((await this.#ids()).toSorted(), this.#written.map(({ id }) => id).toSorted())
  }

  async #ids(): Promise<string[]> {
    const ids: string[] = []
    for (const token of this.#tokens) {
      for (let cursor: string | null = ''; cursor !== null;) {
        const response = await this.#ask(token, 'GET', `/transactions?limit=500${cursor && `&cursor=${cursor}`}`)
        const page = (await response.json()) as { transactions: { id: string }[]; nextCursor: string | null }
        ids.push(...page.transactions.map(({ id }) => id))
        cursor = page.nextCursor
      }
    }
    return ids
  }

  #send(what: CrowdSample['what'], ask: () => Promise<number>): void {
    const asked = this.#sample(what, ask).finally(() => this.#under.delete(asked))
    this.#under.add(asked)
  }

  async #sample(what: CrowdSample['what'], ask: () => Promise<number>): Promise<void> {
    const at = Date.now()
    const status = await ask().catch(() => 0)
    this.samples.push({ what, at, ms: Date.now() - at, status })
  }

  async #write(written: CrowdWrite): Promise<number> {
    const { token, key, id } = written
    const body = { id, description: 'Pão', amount: 5, type: 'income', transactionDate: '2026-11-20' }
    const status = await this.#fetch(token, 'POST', '/transactions', { body, key })
    written.acknowledged ||= status === 201
    return status
  }

  async #fetch(token: string, method: string, path: string, sent?: { body: object; key: string }): Promise<number> {
    const response = await this.#ask(token, method, path, sent)
    await response.arrayBuffer()
    return response.status
  }

  #ask(token: string, method: string, path: string, sent?: { body: object; key: string }): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json', 'idempotency-key': sent.key }) }
    // Longer than allowed, so that a slow answer is recorded with its time.
    const signal = AbortSignal.timeout(this.withinMs * 2)
    return fetch(`${this.api.origin}/api${path}`, { method, headers, signal, ...(sent && { body: JSON.stringify(sent.body) }) })
  }
}
