import type { Duplex } from 'node:stream'
import pg from 'pg'
import { isRefusal } from './sqlstate.js'

/** A statement that is prepared once per connection under its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A statement whose preparing transaction failed is not prepared; transactions sent after it fail with this code. */
const NOT_PREPARED = '26000'
const PREPARING_ATTEMPTS = 4

/** Thrown for a statement that cannot be encoded; no statement of its transaction was sent. */
export class UnsendableStatement extends Error {}

/**
 * From Postgres 17 on the server ends a transaction whose remaining statements never arrive; older versions rely on TCP
 * keep-alive.
 */
const LIMIT_TRANSACTION = {
  name: 'limit-transaction',
  text: `
    select set_config('statement_timeout', $1, true),
      case when current_setting('server_version_num')::integer >= 170000 then set_config('transaction_timeout', $2, true) end`,
}

const BEGIN = { name: 'begin', text: 'begin', values: [] }
/** Citus 13.2.1 to 14.1 add another plan to a prepared statement on each execution (citusdata/citus#8824), about 15 kB each. */
const DISCARD_PLANS = { name: 'discard-plans', text: 'discard plans', values: [] }
const MOST_PLANS = 5_000
/** Unnamed: a COMMIT that failed to prepare would leave its transaction open. */
const COMMIT = { text: 'commit', queryMode: 'extended' }

/** An encoded parameter. */
type SentParameter = string | Buffer | null

/** A connection with the names of its prepared statements. */
interface PipelineConnection {
  client: pg.Client
  prepared: Set<string>
}

/**
 * A dedicated connection that sends whole transactions without waiting for the answers of earlier ones. It connects on the
 * first transaction, and reconnects after a loss or a timeout.
 */
export class Pipeline {
  #connected: Promise<PipelineConnection> | undefined
  #plans = 0
  /** The text sent under each name: another text under the same name would be skipped silently. */
  readonly #texts = new Map<string, string>()

  /**
   * @param make creates a client in pipeline mode, not yet connected
   * @param limits.limitMs time limit of a statement; 0 for none
   * @param limits.answerMs additional time without an answer before the connection is closed
   * @param limits.isExplicit whether transactions need BEGIN and COMMIT statements, as Citus does for other nodes
   */
  constructor(
    private readonly make: () => pg.Client,
    private readonly limits: { limitMs: number; answerMs: number; isExplicit: boolean },
  ) {}

  /**
   * Commits the statements as one transaction. Resolves to their results once it is durable. Rejects with pg's `DatabaseError`
   * when the server refused a statement, with UnsendableStatement when nothing was sent, and with any other error when the
   * outcome is unknown.
   */
  async transaction(statements: readonly NamedStatement[]): Promise<pg.QueryResult[]> {
    // Applies to this transaction only: behind a pooler the connection's next transaction may belong to another client.
    const limit = { values: [String(this.limits.limitMs), String(this.#silenceMs)], ...LIMIT_TRANSACTION }
    const before = this.limits.isExplicit ? [BEGIN, ...this.#discardPlansWhenMany(statements.length), limit] : [limit]
    const sendable = [...before, ...statements].map((statement) => this.#encode(statement))
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#sendOnce(sendable)).slice(before.length)
      } catch (error) {
        const isPreparing = isRefusal(error) && error.code === NOT_PREPARED
        if (!isPreparing || attempt === PREPARING_ATTEMPTS) throw error
      }
    }
  }

  /** Closes the connection once all sent transactions are answered. */
  async close(): Promise<void> {
    const connected = await this.#connected?.catch(() => undefined)
    await connected?.client.end()
  }

  /** How long a transaction may stay unanswered, in milliseconds; 0 for no limit. */
  get #silenceMs(): number {
    const { limitMs, answerMs } = this.limits
    return limitMs && limitMs + answerMs
  }

  #discardPlansWhenMany(added: number): NamedStatement[] {
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
        const onResult = (error: Error | undefined, results: pg.QueryResult[]) => (error ? reject(error) : resolve(results))
        client.query(new PipelineTransaction(statements, prepared, this.#silenceMs, onResult))
      })
      if (!this.limits.isExplicit) return await answered
      // Sent immediately, so that the next transaction can follow. After a refusal COMMIT rolls back.
      const ended = client.query({ ...COMMIT, query_timeout: this.#silenceMs } as pg.QueryConfig)
      const [results, end] = await Promise.allSettled([answered, ended])
      if (results.status === 'rejected') throw results.reason
      if (end.status === 'rejected') throw end.reason
      return results.value
    } catch (error) {
      if (!isRefusal(error)) this.#dropConnection(connected)
      throw error
    }
  }

  /**
   * Encodes a statement. Throws before sending: if the driver dropped a single statement, the remaining ones would be
   * committed.
   */
  #encode({ name, text, values }: NamedStatement): SendableStatement {
    const known = this.#texts.get(name)
    if (known === undefined) this.#texts.set(name, text)
    else if (known !== text) throw new UnsendableStatement(`Two statements are called ${name}`)
    return { name, text, values: values.map((value) => toParameter(value, name)) }
  }

  #connect(): Promise<PipelineConnection> {
    const client = this.make()
    const connected = client.connect().then(() => ({ client, prepared: new Set<string>() }))
    connected.catch(() => destroySocket(client))
    // A connection that breaks while idle is replaced on the next use.
    client.on('error', () => this.#dropConnection(connected))
    client.on('end', () => this.#dropConnection(connected))
    return connected
  }

  #dropConnection(connected: Promise<PipelineConnection>): void {
    if (this.#connected !== connected) return
    this.#connected = undefined
    // A silent server would never acknowledge the end.
    connected.then(({ client }) => destroySocket(client)).catch(() => undefined)
  }
}

interface SendableStatement extends NamedStatement {
  readonly values: SentParameter[]
}

/**
 * Statements sent together with a single Sync, which makes them one implicit transaction: the server answers in one piece and
 * rolls back all of it when one fails. Results are collected as the driver's query does for a text of several statements.
 */
class PipelineTransaction extends pg.Query {
  /** Read by the driver as the time limit. */
  readonly query_timeout: number

  constructor(
    private readonly statements: readonly SendableStatement[],
    private readonly prepared: Set<string>,
    silenceMs: number,
    onResult: (error: Error | undefined, results: pg.QueryResult[]) => void,
  ) {
    const preparing = statements.filter(({ name }) => !prepared.has(name))
    super({ text: '' }, (error, result: unknown) => {
      // How many statements were prepared is unknown.
      if (error) for (const { name } of preparing) prepared.delete(name)
      onResult(error, [result as pg.QueryResult].flat())
    })
    this.query_timeout = silenceMs
  }

  override submit = (connection: pg.Connection): void => {
    const more = true
    connection.stream.cork()
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        this.prepared.add(name)
        // A failure may have left the name prepared. Close it first; closing an unknown name is no error.
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

/** @throws UnsendableStatement for a value without an SQL encoding */
function toParameter(value: unknown, statement: string): SentParameter {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  if (value instanceof Date) return value.toISOString()
  throw new UnsendableStatement(`A value of ${statement} has no form in SQL`)
}

/** Closes the socket without a Terminate message, which a silent server would never answer. */
export function destroySocket(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
}
