import type { RecordedEvent } from '../event-store/stream/event.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { ASKED_BITS, bitsOf, gramsOf, searchTextOf } from './search-grams.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/** So many positions of the log have one set of bits; it grows with the log and not with the calendar, however full a day is. */
const STRETCH = 64

/**
 * Where in an account's log texts hold which letters. Bits are added and never taken away, so a stretch may say yes
 * to what was corrected since: it leads to transactions that are then looked at, and never away from one.
 *
 * An index of triples of letters (`pg_trgm`) answers as well, and costs the write of a row half as much again at once and
 * ten times as much when its list of pending entries is merged.
 */
export const transactionSearch = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_search',
    version: 1,
    columns: { account_id: 'uuid not null', stretch: 'bigint not null', grams: 'varbit not null' },
    key: ['account_id', 'stretch'],
  },
  on: {
    TransactionRecorded: note,
    TransactionCorrected: note,
    TransactionConfirmed: note,
    TransactionRestored: note,
  },
})

function note(event: RecordedEvent<TransactionEvent> & { data: { after: TransactionDetails } }, rows: TableRows): void {
  rows.add({ account_id: event.accountId, stretch: Math.floor(event.seq / STRETCH), grams: gramsOf(searchTextOf(event.data.after)) })
}

/** More stretches than these are not gone through one by one: what occurs so often is met soon in the order of the list. */
const MOST = 200

/** The SQL array of the ids of what the log of an account speaks of in some stretches. */
export function idsInStretches(account: string, stretches: string): string {
  const seqs = `select stretch * ${STRETCH} + at from unnest(${stretches}) as stretch, generate_series(0, ${STRETCH - 1}) as at`
  return `array(select entity_id from events where account_id = ${account} and seq = any (array(${seqs})))`
}

/** Where in an account's log a searchable term may occur; null where that is so often that looking is not worth it. */
export async function findStretches(database: RowReader, accountId: string, term: string): Promise<number[] | null> {
  const rows = await database.rows<{ stretch: number }>(STRETCHES, [accountId, MOST + 1, ...bitsOf(term)])
  return rows.length > MOST ? null : rows.map(({ stretch }) => stretch)
}

const HAS_BITS = Array.from({ length: ASKED_BITS }, (_, at) => `get_bit(grams, $${at + 3}::integer) = 1`).join(' and ')

const STRETCHES = {
  name: 'search-stretches',
  text: `select stretch from transaction_search where account_id = $1 and ${HAS_BITS} limit $2`,
}
