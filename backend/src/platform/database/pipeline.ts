import type { Duplex } from 'node:stream'
import pg from 'pg'
import { isRefusal } from './sqlstate.js'

/** A statement that a connection prepares once under its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A statement that was to be prepared in a transaction that failed is not, and one sent behind it finds none of its name. */
const NOT_PREPARED = '26000'
const PREPARING_ATTEMPTS = 4

/** Thrown for a statement that cannot be sent as it is; nothing of its transaction was. */
export class UnsendableStatement extends Error {}

/** From Postgres 17 on the server ends a transaction of which the rest never comes; before, only a dead network ends it. */
const LIMIT_TRANSACTION = {
  name: 'limit-transaction',
  text: `
    select set_config('statement_timeout', $1, true),
      case when current_setting('server_version_num')::integer >= 170000 then set_config('transaction_timeout', $2, true) end`,
}

const BEGIN = { name: 'begin', text: 'begin', values: [] }
/** Citus 13.2.1 to 14.1 add another plan to a prepared statement with each execution (citusdata/citus#8824), 15 kB or so. */
const DISCARD_PLANS = { name: 'discard-plans', text: 'discard plans', values: [] }
const MOST_PLANS = 5_000
/** Without a name: one that could not be prepared would leave its transaction open. */
const COMMIT = { text: 'commit', queryMode: 'extended' }

/** What a value is sent as. */
type SentParameter = string | Buffer | null

/** A connection, and the statements that are prepared on it. */
interface PipelineConnection {
  client: pg.Client
  prepared: Set<string>
}

/**
 * A connection of its own on which transactions are sent whole, without waiting for any answer, each behind those that
 * still run. It is made with the first transaction, and anew after it broke or fell silent.
 */
export class Pipeline {
  #connected: Promise<PipelineConnection> | undefined
  #plans = 0
  /** The text of each name that was sent: another under the same name would be left out of its transaction. */
  readonly #texts = new Map<string, string>()

  /**
   * @param make a client in pipeline mode, not yet connected
   * @param limits.limitMs how long a statement may take; 0 for ever
   * @param limits.answerMs how much longer a transaction may go unanswered before the connection is given up
   * @param limits.isExplicit whether transactions begin and end by statements, as Citus needs it for what is on another node
   */
  constructor(
    private readonly make: () => pg.Client,
    private readonly limits: { limitMs: number; answerMs: number; isExplicit: boolean },
  ) {}

  /**
   * Commits these statements as one transaction. Resolves to their results once it is durable. Rejects with pg's
   * `DatabaseError` when the server refused one of them, with UnsendableStatement when nothing was sent, and with
   * anything else when nobody knows what was written.
   */
  async transaction(statements: readonly NamedStatement[]): Promise<pg.QueryResult[]> {
    // It holds for this transaction alone: behind a pooler the connection's next one may be somebody else's.
    const limit = { values: [String(this.limits.limitMs), String(this.#silenceMs)], ...LIMIT_TRANSACTION }
    const before = this.limits.isExplicit ? [BEGIN, ...this.#plansDiscarded(statements.length), limit] : [limit]
    const sendable = [...before, ...statements].map((statement) => this.#sendable(statement))
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#sendOnce(sendable)).slice(before.length)
      } catch (error) {
        const isPreparing = isRefusal(error) && error.code === NOT_PREPARED
        if (!isPreparing || attempt === PREPARING_ATTEMPTS) throw error
      }
    }
  }

  /** Ends the connection once the transactions that were sent have been answered. */
  async close(): Promise<void> {
    const connected = await this.#connected?.catch(() => undefined)
    await connected?.client.end()
  }

  /** How long a transaction may go unanswered; 0 for ever. */
  get #silenceMs(): number {
    const { limitMs, answerMs } = this.limits
    return limitMs && limitMs + answerMs
  }

  #plansDiscarded(added: number): NamedStatement[] {
    this.#plans += added
    if (this.#plans < MOST_PLANS) return []
    this.#plans = 0
    return [DISCARD_PLANS]
  }

  async #sendOnce(statements: readonly SendableStatement[]): Promise<pg.QueryResult[]> {
    const connected = (this.#connected ??= this.#connect())
    try {
      const { client, prepared } = await connected
      const answered = new Promise<pg.QueryResult[]>((resolve, reject) => {
        const told = (error: Error | undefined, results: pg.QueryResult[]) => (error ? reject(error) : resolve(results))
        client.query(new PipelineTransaction(statements, prepared, this.#silenceMs, told))
      })
      if (!this.limits.isExplicit) return await answered
      // Sent at once, so that the next transaction finds the connection free. After a refusal it rolls back.
      const ended = client.query({ ...COMMIT, query_timeout: this.#silenceMs } as pg.QueryConfig)
      const [results, end] = await Promise.allSettled([answered, ended])
      if (results.status === 'rejected') throw results.reason
      if (end.status === 'rejected') throw end.reason
      return results.value
    } catch (error) {
      if (!isRefusal(error)) this.#leave(connected)
      throw error
    }
  }

  /** A statement that the driver leaves out is not missed by those behind it, and what is left would be committed. */
  #sendable({ name, text, values }: NamedStatement): SendableStatement {
    const known = this.#texts.get(name)
    if (known === undefined) this.#texts.set(name, text)
    else if (known !== text) throw new UnsendableStatement(`Two statements are called ${name}`)
    return { name, text, values: values.map((value) => toParameter(value, name)) }
  }

  #connect(): Promise<PipelineConnection> {
    const client = this.make()
    const connected = client.connect().then(() => ({ client, prepared: new Set<string>() }))
    connected.catch(() => destroySocket(client))
    // A connection that breaks while nobody uses it is replaced when somebody does.
    client.on('error', () => this.#leave(connected))
    client.on('end', () => this.#leave(connected))
    return connected
  }

  #leave(connected: Promise<PipelineConnection>): void {
    if (this.#connected !== connected) return
    this.#connected = undefined
    // Its server may be silent, and would never say that it has ended.
    connected.then(({ client }) => destroySocket(client)).catch(() => undefined)
  }
}

interface SendableStatement extends NamedStatement {
  readonly values: SentParameter[]
}

/**
 * Statements that are sent at once with a single sync behind them, which makes them one transaction: the server answers
 * in one piece, and undoes all of it where one fails. What the driver's query does for one text of several statements
 * it does for these: it gathers a result of each.
 */
class PipelineTransaction extends pg.Query {
  /** Read by the driver, for the time limit. */
  readonly query_timeout: number

  constructor(
    private readonly statements: readonly SendableStatement[],
    private readonly prepared: Set<string>,
    silenceMs: number,
    told: (error: Error | undefined, results: pg.QueryResult[]) => void,
  ) {
    const preparing = statements.filter(({ name }) => !prepared.has(name))
    super({ text: '' }, (error, result: unknown) => {
      // Nobody knows how far it came.
      if (error) for (const { name } of preparing) prepared.delete(name)
      told(error, [result as pg.QueryResult].flat())
    })
    this.query_timeout = silenceMs
  }

  override submit = (connection: pg.Connection): void => {
    const more = true
    connection.stream.cork()
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        this.prepared.add(name)
        // One that fails may leave it prepared or not, and of a name there can be but one; closing what is not there is no error.
        connection.close({ type: 'S', name }, more)
        connection.parse({ name, text, types: [] }, more)
      }
      connection.bind({ statement: name, values }, more)
      connection.describe({ type: 'P', name: '' }, more)
      connection.execute({}, more)
    }
    connection.sync()
    connection.stream.uncork()
  }
}

/** @throws UnsendableStatement for what has no form in SQL */
function toParameter(value: unknown, statement: string): SentParameter {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  if (value instanceof Date) return value.toISOString()
  throw new UnsendableStatement(`A value of ${statement} has no form in SQL`)
}

/** Ends a connection at once and without a word, which a silent server would never answer. */
export function destroySocket(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
}
