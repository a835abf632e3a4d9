import { addDays } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, SIMILAR_WITHIN_DAYS } from '@prumo/shared/import-rules'
import type { ImportPreview, PreviewedRows } from '@prumo/shared/imports'
import { alike } from '@prumo/shared/search'
import { flowTypes, type TransactionState } from '@prumo/shared/transaction-rules'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { fingerprintsOf } from './line-keys.js'
import { matchLines, type MatchCandidate, type LineMatch } from './matching-lines.js'

// Each range is a range of the list's index, read once for all lines. Transactions of the same bank account have line keys,
// so they are similar only if no line of the request has their key.
const RANGES = flowTypes.flatMap((type) =>
  [
    { state: 'pending', from: '$4::date', to: '$5::date' },
    { state: 'settled', from: '$6::date', to: '$7::date' },
  ].map(
    ({ state, from, to }) => `
      select id, type, state, amount, date, description, created_at, import_id from transaction_list
      where account_id = $1 and type = '${type}' and state = '${state}' and date >= ${from} and date <= ${to}`,
  ),
)
const CANDIDATES = {
  name: 'candidates-for-lines',
  text: `
    with near as materialized (${RANGES.join(' union all ')}),
    wanted as materialized (select distinct type, amount from unnest($2::text[], $3::bigint[]) as w(type, amount))
    select n.id, n.type, n.state, n.amount, n.date, n.description,
      coalesce(i.format = $8::text and i.bank is not distinct from $9::text, false) as "isOfSameAccount"
    from near n join wanted w on w.type = n.type and w.amount = n.amount
    left join import_list i on i.account_id = $1 and i.id = n.import_id
    where n.state = 'pending' or i.id is null or i.format is distinct from $8::text or i.bank is distinct from $9::text
      or i.account is null or $10::text is null or i.account = $10::text
    order by n.date, n.created_at, n.id`,
}

const CATEGORIES = {
  name: 'categories-of-alike',
  text: `
    select a.alike, t.category from unnest($2::text[]) as a(alike) cross join lateral (
      select category from transaction_list where account_id = $1 and alike = a.alike order by date desc, created_at desc limit 1) t`,
}

/** Compares the lines of a statement with the account's transactions. Stores nothing. */
export class PreviewLines extends AccountQuery<PreviewedRows> {
  constructor(
    readonly accountId: string,
    readonly statement: ImportPreview,
  ) {
    super()
  }

  async answer(database: QueryContext, keysOfAccounts: AccountKeys): Promise<PreviewedRows> {
    const { accountId, statement } = this
    const { rows } = statement
    const keys = await fingerprintsOf(database, keysOfAccounts, accountId, rows)
    const usedKeys = await findUsedKeys(database, accountId, keys)
    const candidates = await this.#candidates(database)
    const inState = (state: TransactionState) => candidates.filter((candidate) => candidate.state === state)
    const known = keys.map((key) => usedKeys.get(key) ?? null)
    const own = new Set(usedKeys.values())
    const settled = inState('settled').filter(({ id }) => !own.has(id))
    const matches = matchLines(rows, known, inState('pending'), settled)
    const texts = await mapYielding(rows, ({ description }) => alike(description))
    const categories = await categoriesOf(database, accountId, texts)
    return {
      rows: rows.map(({ key }, index) => ({
        key,
        ...(matches[index] as LineMatch),
        category: categories.get(texts[index] as string) ?? null,
      })),
    }
  }

  #candidates(database: RowReader): Promise<(MatchCandidate & { state: TransactionState })[]> {
    const { rows, format = null, bank, account } = this.statement
    const dates = rows.map(({ date }) => date).sort()
    const [first, last] = [dates[0] as string, dates.at(-1) as string]
    const around = (days: number) => [addDays(first, -days), addDays(last, days)]
    const wanted = [rows.map(({ type }) => type), rows.map(({ amount }) => amount)]
    const given = [this.accountId, ...wanted, ...around(EXPECTED_WITHIN_DAYS), ...around(SIMILAR_WITHIN_DAYS), format, bank, account]
    return database.rows(CANDIDATES, given)
  }
}

/** The category of the latest transaction with the same normalised description, by that description. */
async function categoriesOf(database: RowReader, accountId: string, texts: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await database.rows<{ alike: string; category: string | null }>(CATEGORIES, [accountId, [...new Set(texts)]])
  return new Map(rows.map((row) => [row.alike, row.category]))
}
