import type { PoolClient } from 'pg'

/**
 * Streams the rows of a cursor, which the text declares under this name for the account `$1`, in small batches, so that memory
 * and statement time are bounded. Within a transaction.
 */
export async function* fetchRows<Row extends object>(
  client: PoolClient,
  cursor: string,
  text: string,
  accountId: string,
  atOnce: number,
): AsyncGenerator<Row> {
  await client.query(text, [accountId])
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${atOnce} from ${cursor}`)
    yield* rows
    if (rows.length < atOnce) break
  }
  await client.query(`close ${cursor}`)
}
