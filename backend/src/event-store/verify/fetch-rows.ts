import type { PoolClient } from 'pg'

/**
 * The rows of a cursor of this name, which the text declares for the account `$1`, a few at a time: however many there
 * are, they take no memory and no statement takes long. Within a transaction.
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
