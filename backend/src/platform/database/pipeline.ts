import type { Duplex } from 'node:stream'
import pg from 'pg'
import { isRefusal } from './sqlstate.js'

/** A statement that a connection prepares once under its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A statement that reaches a connection first within a transaction that has failed is not prepared, and one sent behind it
 * finds none of its name, or, where it was prepared anew meanwhile, one too many.
 */
const NOT_PREPARED = new Set(['26000', '42P05'])
const PREPARING_ATTEMPTS = 4

/** Thrown for a statement that cannot be sent as it is; nothing of its transaction was. */
export class UnsendableStatement extends Error {}

const BEGIN: NamedStatement = { name: 'begin', text: 'begin', values: [] }
const COMMIT: NamedStatement = { name: 'commit', text: 'commit', values: [] }

/**
 * A connection of its own on which transactions are sent whole, without waiting for any answer, each behind those that
 * still run. It is made with the first transaction, and anew after it broke or fell silent.
 */
export class Pipeline {
  #connected: Promise<pg.Client> | undefined
  /** The text of each name that was sent: another under the same name would be left out of its transaction. */
  readonly #texts = new Map<string, string>()

  /**
   * @param make a client in pipeline mode, not yet connected
   * @param silenceMs how long a transaction may go unanswered before the connection is given up; 0 for ever
   */
  constructor(
    private readonly make: () => pg.Client,
    private readonly silenceMs: number,
  ) {}

  /**
   * Commits these statements as one transaction. Resolves to their results once it is durable. Rejects with pg's
   * `DatabaseError` when the server refused one of them, with UnsendableStatement when nothing was sent, and with
   * anything else when nobody knows what was written.
   */
  async transaction(statements: readonly NamedStatement[]): Promise<pg.QueryResult[]> {
    for (const statement of statements) this.#refuseUnsendable(statement)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(statements)
      } catch (error) {
        const isPreparing = isRefusal(error) && NOT_PREPARED.has(error.code ?? '')
        if (!isPreparing || attempt === PREPARING_ATTEMPTS) throw error
      }
    }
  }

  /** Ends the connection once the transactions that were sent have been answered. */
  async close(): Promise<void> {
    const client = await this.#connected?.catch(() => undefined)
    await client?.end()
  }

  async #sendOnce(statements: readonly NamedStatement[]): Promise<pg.QueryResult[]> {
    const connected = (this.#connected ??= this.#connect())
    try {
      const client = await connected
      return await this.#send(client, statements)
    } catch (error) {
      if (!isRefusal(error)) this.#leave(connected)
      throw error
    }
  }

  async #send(client: pg.Client, statements: readonly NamedStatement[]): Promise<pg.QueryResult[]> {
    const stream = streamOf(client)
    // One write to the network instead of one a statement.
    stream.cork()
    const answers = [BEGIN, ...statements, COMMIT].map((statement) => this.#query(client, statement))
    stream.uncork()
    const settled = await Promise.allSettled(answers)
    const failed = settled.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    const results = settled.map((each) => (each as PromiseFulfilledResult<pg.QueryResult>).value)
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('A transaction ended without a commit')
    return results.slice(1, -1)
  }

  #query(client: pg.Client, statement: NamedStatement): Promise<pg.QueryResult> {
    // The last answer comes after all others, so its time limit is that of the transaction.
    const limit = statement === COMMIT && this.silenceMs > 0 ? { query_timeout: this.silenceMs } : {}
    return new Promise((resolve, reject) => {
      client.query({ ...limit, ...statement, values: [...statement.values] }, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  /** A statement that the driver leaves out is not missed by those behind it, and what is left would be committed. */
  #refuseUnsendable({ name, text, values }: NamedStatement): void {
    const known = this.#texts.get(name)
    if (known === undefined) this.#texts.set(name, text)
    else if (known !== text) throw new UnsendableStatement(`Two statements are called ${name}`)
    if (!values.every(isSendable)) throw new UnsendableStatement(`A value of ${name} has no form in SQL`)
  }

  #connect(): Promise<pg.Client> {
    const client = this.make()
    const connected = client.connect().then(() => client)
    // A connection that breaks while nobody uses it is replaced when somebody does.
    client.on('error', () => this.#leave(connected))
    client.on('end', () => this.#leave(connected))
    return connected
  }

  #leave(connected: Promise<pg.Client>): void {
    if (this.#connected !== connected) return
    this.#connected = undefined
    // Its server may be silent, and would never say that it has ended.
    connected.then((client) => streamOf(client).destroy()).catch(() => undefined)
  }
}

function isSendable(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'number' ? Number.isFinite(value) : Buffer.isBuffer(value) || value instanceof Date
}

function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
