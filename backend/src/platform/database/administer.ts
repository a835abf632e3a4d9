import pg from 'pg'

/** Runs one statement on a connection of its own, for what no pool may do, such as making and removing databases. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
