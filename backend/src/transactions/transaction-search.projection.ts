import { searchedText } from '@prumo/shared/transaction-details'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { ASKED_BITS, bitsOf, gramsOf } from './search-grams.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/**
 * The length of a stretch, the range of log positions that share one bit set. By position and not by date, so that the number of
 * transactions in a set is bounded.
 */
const STRETCH = 64

/**
 * An index from letters to stretches of an account's log. Bits are added and never cleared, so a stretch may be a false
 * positive after a correction, but never a false negative; its transactions are checked afterwards. A trigram index
 * (`pg_trgm`) would answer too, but makes writing a row 1.5 times as expensive, and ten times while its pending list
 * is merged.
 */
export const transactionSearch = defineProjection<TransactionEvent>({
  table: {
    name: 'transaction_search',
    version: 1,
    columns: { account_id: 'uuid not null', stretch: 'bigint not null', grams: 'varbit not null' },
    key: ['account_id', 'stretch'],
  },
  on: {
    TransactionRecorded: addGrams,
    TransactionCorrected: addGrams,
    TransactionConfirmed: addGrams,
    TransactionRestored: addGrams,
  },
})

function addGrams(event: RecordedEvent<TransactionEvent> & { data: { after: TransactionDetails } }, rows: TableRows): void {
  rows.add({ account_id: event.accountId, stretch: Math.floor(event.seq / STRETCH), grams: gramsOf(searchedText(event.data.after)) })
}

/** With more stretches than this, scanning the list in order finds matches sooner. */
const MAX_STRETCHES = 200

/** SQL of an array with the entity ids in stretches of an account's log. */
export function idsInStretches(account: string, stretches: string): string {
  const seqs = `select stretch * ${STRETCH} + at from unnest(${stretches}) as stretch, generate_series(0, ${STRETCH - 1}) as at`
  return `array(select entity_id from events where account_id = ${account} and seq = any (array(${seqs})))`
}

/** The stretches of an account's log in which a searchable term may occur; null if they are too many to help. */
export async function findStretches(database: RowReader, accountId: string, term: string): Promise<number[] | null> {
  const rows = await database.rows<{ stretch: number }>(STRETCHES, [accountId, MAX_STRETCHES + 1, ...bitsOf(term)])
  return rows.length > MAX_STRETCHES ? null : rows.map(({ stretch }) => stretch)
}

const HAS_BITS = Array.from({ length: ASKED_BITS }, (_, at) => `get_bit(grams, $${at + 3}::integer) = 1`).join(' and ')

const STRETCHES = {
  name: 'search-stretches',
  text: `select stretch from transaction_search where account_id = $1 and ${HAS_BITS} limit $2`,
}
