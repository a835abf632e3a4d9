import { paysBill } from '@prumo/shared/bill-payments'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { EXPECTED_WITHIN_DAYS, SIMILAR_WITHIN_DAYS } from '@prumo/shared/import-rules'
import type { ImportPreview, PreviewedRows } from '@prumo/shared/imports'
import { alike } from '@prumo/shared/search'
import { cleanStatementName } from '@prumo/shared/statement-names'
import { prepareSuggestions, type RememberedFlow, type SuggestionKnowledge } from '@prumo/shared/suggestions'
import { flowTypes } from '@prumo/shared/transaction-rules'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { ListRules } from '../rules/rule-list.projection.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { readWallets } from '../wallets/find-wallets.js'
import { refusalOf } from './import.decider.js'
import { fingerprintsOf } from './line-keys.js'
import { matchLines, type MatchCandidate, type LineMatch } from './matching-lines.js'
import { isWrongWallet, walletOfStatement } from './statement-wallet.js'

/** What a transaction may be for a line of the wallet. */
type CandidateKind = 'expected' | 'other_side' | 'similar'

const NO_TRANSFER = `wallet_id as wallet, case when wallet_id = $11 then type when type = 'income' then 'expense' else 'income' end as side`
const FROM_HERE = `wallet_id as wallet, 'expense' as side`
const TO_HERE = `to_wallet_id as wallet, 'income' as side`

// Each range is a range of an index of the list, read once for all lines.
const DAYS = [
  { state: 'pending', from: '$4::date', to: '$5::date' },
  { state: 'settled', from: '$6::date', to: '$7::date' },
] as const
const RANGES = [...flowTypes, 'transfer'].flatMap((type) =>
  DAYS.map(({ state, from, to }) => {
    const columns = `date, import_id as import, ${type === 'transfer' ? FROM_HERE : NO_TRANSFER}`
    const isHere = type === 'transfer' ? ' and wallet_id = $11' : ''
    return `
      select id, type, state, amount, description, created_at, ${columns} from transaction_list
      where account_id = $1 and type = '${type}' and state = '${state}' and date >= ${from} and date <= ${to}${isHere}`
  }),
)
const ARRIVING = `
      select id, type, state, amount, description, created_at, to_date as date, to_import_id as import, ${TO_HERE} from transaction_list
      where account_id = $1 and to_wallet_id = $11 and to_date >= $4::date and to_date <= $5::date and state <> 'not_received'`

// Transactions of the same bank account have line keys, so they are similar only if no line of the request has their key.
const CANDIDATES = {
  name: 'candidates-for-lines',
  text: `
    with near as materialized (${[...RANGES, ARRIVING].join(' union all ')}),
    wanted as materialized (select distinct type, amount from unnest($2::text[], $3::bigint[]) as w(type, amount)),
    kinds as (
      select n.*, case
        when n.wallet <> $11 or (n.type = 'transfer' and n.import is null) then 'other_side'
        when n.type <> 'transfer' and n.state = 'pending' then 'expected'
        when n.state = 'settled' then 'similar' end as kind
      from near n join wanted w on w.type = n.side and w.amount = n.amount)
    select k.id, k.kind, k.side as type, k.amount, k.date, k.description,
      coalesce(i.format = $8::text and i.bank is not distinct from $9::text, false) as "isOfSameAccount"
    from kinds k left join import_list i on i.account_id = $1 and i.id = k.import
    where k.kind is not null and (k.kind <> 'similar' or i.id is null or i.format is distinct from $8::text
      or i.bank is distinct from $9::text or i.account is null or $10::text is null or i.account = $10::text)
    order by k.date, k.type <> 'transfer', k.created_at, k.id`,
}

// The latest of each text and type, called so by the person or by the bank.
const REMEMBERED = `
    select id, description, statement_text as "statementText", type, category, date, updated_at from transaction_list
    where account_id = $1 and type = t.type`
const LATEST = 'order by date desc, created_at desc limit 1'
const PAST = {
  name: 'past-of-lines',
  text: `
    select distinct on (p.id) p.id, p.description, p."statementText", p.type, p.category, p.date, ${isoText('p.updated_at')} as "recordedAt"
    from unnest($2::text[]) as a(alike) cross join unnest($3::text[]) as t(type) cross join lateral (
      (${REMEMBERED} and alike = a.alike ${LATEST}) union all (${REMEMBERED} and statement_alike = a.alike ${LATEST})) p
    order by p.id`,
}

const BUSINESS = { name: 'business-type', text: 'select business_type as "businessType" from account_profile where account_id = $1' }

/** Compares the lines of a statement with the account's transactions. Stores nothing. Throws VALIDATION for a wrong wallet. */
export class PreviewLines extends AccountQuery<PreviewedRows> {
  constructor(
    readonly accountId: string,
    readonly statement: ImportPreview,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: QueryContext, keysOfAccounts: AccountKeys): Promise<PreviewedRows> {
    const { accountId, statement } = this
    const { rows } = statement
    const wallet = walletOfStatement(statement, await readWallets(database, accountId, this.today))
    if (isWrongWallet(wallet)) throw refusalOf(wallet)
    const keys = await fingerprintsOf(database, keysOfAccounts, accountId, rows)
    const usedKeys = await findUsedKeys(database, accountId, keys)
    const own = new Set(usedKeys.values())
    const candidates = (await this.#candidates(database, wallet.id)).filter(({ id }) => !own.has(id))
    const ofKind = (kind: CandidateKind) => candidates.filter((candidate) => candidate.kind === kind)
    const known = keys.map((key) => usedKeys.get(key) ?? null)
    const matches = matchLines(rows, known, {
      expected: ofKind('expected'),
      otherSides: ofKind('other_side'),
      similar: ofKind('similar'),
    })
    const isCard = wallet.kind === 'card'
    const suggest = prepareSuggestions(await this.#knowledge(database))
    const suggestions = await mapYielding(rows, ({ description, statementText = null, type }) =>
      suggest({ description, statementText, type }),
    )
    return {
      rows: rows.map(({ key, description, type, amount, statementText }, index) => ({
        key,
        ...(matches[index] as LineMatch),
        category: suggestions[index]?.category ?? null,
        suggestion: suggestions[index] ?? null,
        payment: paysBill(statementText ?? description, type === 'income' ? amount : 0 - amount, isCard),
      })),
    }
  }

  /** What suggestions for the lines are made from. */
  async #knowledge(database: QueryContext): Promise<SuggestionKnowledge> {
    const { accountId, statement } = this
    const texts = await mapYielding(statement.rows, ({ description, statementText }) => {
      const bankText = statementText ?? description
      return [description, bankText, cleanStatementName(bankText)].map(alike)
    })
    const types = [...new Set(statement.rows.map(({ type }) => type))]
    const past = await database.rows<RememberedFlow>(PAST, [accountId, [...new Set(texts.flat())], types])
    const [business] = await database.rows<Required<Pick<SuggestionKnowledge, 'businessType'>>>(BUSINESS, [accountId])
    return { rules: await new ListRules(accountId).answer(database), past, ...business }
  }

  #candidates(database: RowReader, walletId: string): Promise<(MatchCandidate & { kind: CandidateKind })[]> {
    const { rows, format = null, bank, account } = this.statement
    const dates = rows.map(({ date }) => date).sort()
    const [first, last] = [dates[0] as string, dates.at(-1) as string]
    const around = (days: number) => [addDays(first, -days), addDays(last, days)]
    const wanted = [rows.map(({ type }) => type), rows.map(({ amount }) => amount)]
    const days = [...around(EXPECTED_WITHIN_DAYS), ...around(SIMILAR_WITHIN_DAYS)]
    return database.rows(CANDIDATES, [this.accountId, ...wanted, ...days, format, bank, account, walletId])
  }
}
