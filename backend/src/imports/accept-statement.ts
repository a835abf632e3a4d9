import { isListedCategory, spellCategories, type CategoryCount } from '@prumo/shared/category-spelling'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { ImportAnswer, ImportRow, NewImport } from '@prumo/shared/imports'
import type { OnWire } from '@prumo/shared/money-fields'
import { balanceDecider } from '../balance/balance.decider.js'
import { dependsOn, ExecuteCommand, createPart, type CommandContext, type CommandPart } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { ListCategories } from '../transactions/category-totals.projection.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { importDecider, toImport, type ImportCommand, type ImportState } from './import.decider.js'
import type { ImportDetails, ImportEvent } from './import.events.js'
import { fingerprintsOf } from './line-keys.js'

/** What accepting a statement depends on. */
interface StatementFacts {
  /** The stored keys of the lines, in their order. */
  keys: string[]
  /** How many of the lines are already imported. */
  importedCount: number
  /** The categories in use, most used first; empty if the lines need none. */
  used: CategoryCount[]
  /** Whether all present imports are of the statement's own bank account, so that its closing balance is the total. */
  isOnlyAccount: boolean
}

const ONLY_ACCOUNT = {
  name: 'is-only-imported-account',
  text: `
    select not exists (select 1 from import_list where account_id = $1 and undone_at is null
      and (account is distinct from $2::text or (account is null and bank is distinct from $3::text))) as only`,
}

class FindStatementFacts extends AccountQuery<StatementFacts> {
  constructor(
    readonly accountId: string,
    readonly statement: NewImport,
  ) {
    super()
  }

  async answer(database: QueryContext, keysOfAccounts: AccountKeys): Promise<StatementFacts> {
    const { accountId, statement } = this
    const keys = await fingerprintsOf(database, keysOfAccounts, accountId, statement.rows)
    const usedKeys = await findUsedKeys(database, accountId, keys)
    const [found] = await database.rows<{ only: boolean }>(ONLY_ACCOUNT, [accountId, statement.account, statement.bank])
    const needsUsed = statement.rows.some(({ category, type }) => category !== null && !isListedCategory(category, type))
    const used = needsUsed ? (await new ListCategories(accountId).answer(database)).categories : []
    return { keys, importedCount: usedKeys.size, used, isOnlyAccount: found?.only === true }
  }
}

/** The command that accepts a statement: each line becomes a transaction or settles one; all of them or none. */
export function acceptStatement(
  context: CommandContext,
  id: string,
  statement: NewImport,
  today: CalendarDate,
): ExecuteCommand<OnWire<ImportAnswer>> {
  const { accountId } = context
  const details = detailsOf(statement)
  return ExecuteCommand.of<ImportCommand, ImportState, ImportEvent, OnWire<ImportAnswer>>(context, {
    decider: importDecider,
    entityId: id,
    command: { type: 'ImportStatement', details, importedCount: 0 },
    dependsOn: dependsOn<StatementFacts, ImportCommand>(
      new FindStatementFacts(accountId, statement),
      ({ keys, importedCount, used, isOnlyAccount }) => ({
        command: { type: 'ImportStatement', details, importedCount },
        parts: [
          ...spellCategories(statement.rows, used).map((row, index) => linePart(row, id, keys[index] as string)),
          ...(isOnlyAccount ? closingParts(accountId, statement, today) : []),
        ],
      }),
    ),
    reply: (state) => ({ import: toImport(state) }),
    isLarge: true,
  })
}

function linePart(
  { id, key, settles, description, category, type, amount, date }: ImportRow,
  importId: string,
  importKey: string,
): CommandPart {
  const line = { type, amount, date, importId, importKey }
  if (settles !== undefined) return createPart(transactionDecider, settles, { type: 'SettleTransaction', line, sent: { from: key } })
  const details = { description, category, isScheduled: false, ...line }
  return createPart(transactionDecider, id, { type: 'RecordTransaction', details, sent: { from: key } })
}

function closingParts(accountId: string, statement: NewImport, today: CalendarDate): CommandPart[] {
  if (!statement.closing) return []
  const { balance: amount, date } = statement.closing
  return [createPart(balanceDecider, accountId, { type: 'StateBalance', details: { amount, date }, today, carried: true })]
}

function detailsOf({ fileName, format, bank, account, closing: end, rows }: NewImport): ImportDetails {
  const dates = rows.map(({ date }) => date).sort()
  const sum = (type: ImportRow['type']) => rows.reduce((total, row) => (row.type === type ? total + row.amount : total), 0)
  return {
    fileName,
    format,
    bank,
    account,
    closingDate: end?.date ?? null,
    closingBalance: end?.balance ?? null,
    from: dates[0] as string,
    to: dates.at(-1) as string,
    count: rows.length,
    income: sum('income'),
    expense: sum('expense'),
    settled: rows.filter(({ settles }) => settles !== undefined).length,
  }
}
