import { isListedCategory, spellCategories, type CategoryCount } from '@prumo/shared/category-spelling'
import { monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { closingTexts } from '@prumo/shared/closing-rules'
import type { FieldErrors } from '@prumo/shared/rejections'
import type { ImportAnswer, ImportRow, NewImport } from '@prumo/shared/imports'
import type { OnWire } from '@prumo/shared/money-fields'
import { balanceDecider } from '../balance/balance.decider.js'
import { dependsOn, ExecuteCommand, createPart, type CommandContext, type CommandPart } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { ListCategories } from '../transactions/category-totals.projection.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { readWallets, type WalletAtDay } from '../wallets/find-wallets.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { walletDecider } from '../wallets/wallet.decider.js'
import { importDecider, toImport, type ImportCommand, type ImportState, type WrongWallet } from './import.decider.js'
import type { ImportDetails, ImportEvent } from './import.events.js'
import { fingerprintsOf } from './line-keys.js'
import { isWrongWallet, walletOfStatement, wrongWalletIn } from './statement-wallet.js'

/** What accepting a statement depends on. */
interface StatementFacts {
  /** The stored keys of the lines, in their order. */
  keys: string[]
  /** How many of the lines are already imported. */
  importedCount: number
  /** The categories in use, most used first; empty if the lines need none. */
  used: CategoryCount[]
  wallets: WalletAtDay[]
  /** The wallet of the statement. */
  wallet: WalletAtDay | WrongWallet
  /** Whether all present imports of the wallet are of the statement's own bank account, so that its closing balance is the wallet's. */
  isOnlyAccount: boolean
}

const ONLY_ACCOUNT = {
  name: 'is-only-imported-account',
  text: `
    select not exists (select 1 from import_list where account_id = $1 and wallet_id = $4 and undone_at is null
      and (account is distinct from $2::text or (account is null and bank is distinct from $3::text))) as only`,
}

class FindStatementFacts extends AccountQuery<StatementFacts> {
  constructor(
    readonly accountId: string,
    readonly statement: NewImport,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: QueryContext, keysOfAccounts: AccountKeys): Promise<StatementFacts> {
    const { accountId, statement } = this
    const keys = await fingerprintsOf(database, keysOfAccounts, accountId, statement.rows)
    const usedKeys = await findUsedKeys(database, accountId, keys)
    const wallets = await readWallets(database, accountId, this.today)
    const wallet = walletOfStatement(statement, wallets)
    const walletId = isWrongWallet(wallet) ? null : wallet.id
    const [found] = await database.rows<{ only: boolean }>(ONLY_ACCOUNT, [accountId, statement.account, statement.bank, walletId])
    const needsUsed = statement.rows.some(({ category, type }) => category !== null && !isListedCategory(category, type))
    const used = needsUsed ? (await new ListCategories(accountId).answer(database)).categories : []
    return { keys, importedCount: usedKeys.size, used, wallets, wallet, isOnlyAccount: found?.only === true }
  }
}

/** The command that accepts a statement: each line becomes a transaction, settles or joins one; all of them or none. */
export function acceptStatement(
  context: CommandContext,
  id: string,
  statement: NewImport,
  today: CalendarDate,
): ExecuteCommand<OnWire<ImportAnswer>> {
  const { accountId } = context
  const details = detailsOf(statement, null)
  return ExecuteCommand.of<ImportCommand, ImportState, ImportEvent, OnWire<ImportAnswer>>(context, {
    decider: importDecider,
    entityId: id,
    command: { type: 'ImportStatement', details, importedCount: 0 },
    dependsOn: dependsOn<StatementFacts, ImportCommand>(new FindStatementFacts(accountId, statement, today), (facts) => {
      const { keys, importedCount, used, wallets, wallet, isOnlyAccount } = facts
      const wrongWallet = isWrongWallet(wallet) ? wallet : wrongWalletIn(statement.rows, wallet, wallets)
      if (wrongWallet || isWrongWallet(wallet)) return { command: { type: 'ImportStatement', details, importedCount, wrongWallet } }
      const stored = (walletId: string) => (walletId === initialWalletId(accountId) ? null : walletId)
      const walletId = stored(wallet.id)
      const lines = spellCategories(statement.rows, used).map((row, index) => ({
        ...row,
        toWalletId: row.toWalletId && stored(row.toWalletId),
        fromWalletId: row.fromWalletId && stored(row.fromWalletId),
        walletId,
        importId: id,
        importKey: keys[index] as string,
      }))
      return {
        command: { type: 'ImportStatement', details: { ...details, walletId }, importedCount },
        parts: [
          ...lines.map(linePart),
          ...(isOnlyAccount ? closingParts(wallet.id, statement, today) : []),
          ...(statement.account === null ? [] : accountParts(accountId, statement.account, wallet.id, wallets)),
        ],
      }
    }),
    reply: (state) => ({ import: toImport(state) }),
    fieldsOf: (refused) => rowsOf(statement, refused),
    isLarge: true,
  })
}

/** The rows of a statement by the transactions that they record, settle or join. */
function rowsOf({ rows }: NewImport, transactions: readonly string[]): FieldErrors {
  const refused = new Set(transactions)
  const named = rows.flatMap(({ id, settles, joins, date }, index): [string, string[]][] =>
    refused.has(settles ?? joins ?? id) ? [[`rows.${index}`, [closingTexts.closed([monthOf(date)])]]] : [],
  )
  return Object.fromEntries(named)
}

/** A line with its import, its stored key, and wallets as they are stored. */
interface LineToAccept extends Omit<ImportRow, 'toWalletId' | 'fromWalletId'> {
  walletId: string | null
  toWalletId: string | null | undefined
  fromWalletId: string | null | undefined
  importId: string
  importKey: string
}

function linePart(row: LineToAccept): CommandPart {
  const { id, key: sent, settles, joins, description, type, amount, date, walletId, toWalletId, fromWalletId, importId, importKey } = row
  const { category, statementText = null, ruleId } = row
  const line = { type, amount, date, walletId, statementText, importId, importKey }
  if (settles !== undefined) return createPart(transactionDecider, settles, { type: 'SettleTransaction', line, sent })
  if (joins !== undefined)
    return createPart(transactionDecider, joins, { type: 'JoinTransaction', line, texts: { description, category, statementText }, sent })
  const recorded = { description, isScheduled: false, ...line }
  if (toWalletId !== undefined) {
    const to = { walletId: toWalletId, date, importId: null, importKey: null }
    const details = { ...recorded, type: 'transfer', category: null, to } as const
    return createPart(transactionDecider, id, { type: 'RecordTransaction', details, sent: { from: sent } })
  }
  if (fromWalletId !== undefined) {
    const to = { walletId, date, importId, importKey }
    const details = { ...recorded, type: 'transfer', category: null, walletId: fromWalletId, importId: null, importKey: null, to } as const
    return createPart(transactionDecider, id, { type: 'RecordTransaction', details, sent: { to: sent } })
  }
  return createPart(transactionDecider, id, { type: 'RecordTransaction', details: { ...recorded, category }, sent: { from: sent }, ruleId })
}

function closingParts(walletId: string, statement: NewImport, today: CalendarDate): CommandPart[] {
  if (!statement.closing) return []
  const { balance: amount, date } = statement.closing
  return [createPart(balanceDecider, walletId, { type: 'StateBalance', details: { amount, date }, today, carried: true })]
}

/** Makes the statement's account belong to its wallet, and to no other. */
function accountParts(accountId: string, account: string, walletId: string, wallets: readonly WalletAtDay[]): CommandPart[] {
  return wallets.flatMap(({ id, statementAccounts }) => {
    const isOwner = id === walletId
    if (statementAccounts.includes(account) === isOwner) return []
    const type = isOwner ? 'AttachStatementAccount' : 'DetachStatementAccount'
    return [createPart(walletDecider, id, { type, account, isInitial: id === initialWalletId(accountId) })]
  })
}

function detailsOf({ fileName, format, bank, account, closing: end, rows }: NewImport, walletId: string | null): ImportDetails {
  const dates = rows.map(({ date }) => date).sort()
  const sum = (type: ImportRow['type']) => rows.reduce((total, row) => (row.type === type ? total + row.amount : total), 0)
  return {
    fileName,
    format,
    bank,
    account,
    walletId,
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
