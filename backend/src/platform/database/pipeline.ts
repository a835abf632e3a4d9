import pg from 'pg'

/**
 * A connection of its own on which each statement is sent at once, behind those that still run; each is a transaction
 * of its own, and one that fails leaves the others alone. It is made with the first statement and anew after it broke.
 */
export class Pipeline {
  #connected: Promise<pg.Client> | undefined

  /** @param make a client in pipeline mode, not yet connected */
  constructor(private readonly make: () => pg.Client) {}

  /** Runs one statement after those before it. Rejects with pg's `DatabaseError` when the server refused it. */
  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const connected = (this.#connected ??= this.#connect())
    try {
      const client = await connected
      return await client.query<Row>(statement)
    } catch (error) {
      if (!refused(error)) this.#leave(connected)
      throw error
    }
  }

  /** Ends the connection once the statements that were sent have been answered. */
  async close(): Promise<void> {
    const client = await this.#connected?.catch(() => undefined)
    await client?.end()
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
    connected.then((client) => client.end()).catch(() => undefined)
  }
}

/** Whether the server turned a statement down and is ready for the next. */
export function refused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
