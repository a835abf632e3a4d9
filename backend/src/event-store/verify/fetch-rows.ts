import type { PoolClient } from 'pg'

/**
 * Streams the rows of a query in batches, so that memory and the time of a statement are bounded. Has to run in a transaction.
 * @param cursor the name of the cursor that `text` declares
 * @param text a `declare ... cursor` statement, with the account as `$1`
 */
export async function* fetchRows<Row extends object>(
  client: PoolClient,
  cursor: string,
  text: string,
  accountId: string,
  batchSize: number,
): AsyncGenerator<Row> {
  await client.query(text, [accountId])
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${batchSize} from ${cursor}`)
    yield* rows
    if (rows.length < batchSize) break
  }
  await client.query(`close ${cursor}`)
}
