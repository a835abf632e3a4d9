import { addDays, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { fitFiscal } from '@prumo/shared/fiscal-marks'
import { newFund } from '@prumo/shared/emergency-fund-rules'
import { deliveryName } from '@prumo/shared/mei-obligations'
import { formatMonth } from '@prumo/shared/month-names'
import { mergedPauses, reachOn } from '@prumo/shared/recurrence-rules'
import { areDefaultReminders } from '@prumo/shared/reminder-rules'
import type { AccountCopy } from '@prumo/shared/restore'
import { pickTexts } from '@prumo/shared/transaction-details'
import { v5 as namedId } from 'uuid'
import { balanceDecider } from '../balance/balance.decider.js'
import type { BalanceDetails } from '../balance/balance.events.js'
import { emergencyFundDecider, type RestoredFund } from '../emergency-fund/emergency-fund.decider.js'
import { createPart, type CommandPart } from '../event-store/decider/command.js'
import { deliveryId } from '../mei/delivery-id.js'
import { NO_CHANGES } from '../closing/month-facts.js'
import { monthId } from '../closing/month-id.js'
import { monthDecider, type MonthFacts } from '../closing/month.decider.js'
import { meiDeliveryDecider } from '../mei/mei-delivery.decider.js'
import { meiDecider } from '../mei/mei.decider.js'
import { goalDecider } from '../goals/goal.decider.js'
import { importDecider } from '../imports/import.decider.js'
import { mapYielding } from '../platform/map-yielding.js'
import { occurrenceId } from '../recurrences/recurrence-command.js'
import { recurrenceDecider } from '../recurrences/recurrence.decider.js'
import { reminderDecider } from '../reminders/reminder.decider.js'
import { ruleDecider, scopeOf, type RuleScope } from '../rules/rule.decider.js'
import { taskDecider } from '../tasks/task.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { walletDecider } from '../wallets/wallet.decider.js'

type CopiedRow<
  Kind extends 'transactions' | 'goals' | 'tasks' | 'movements' | 'imports' | 'recurrences' | 'rules' | 'wallets' | 'deliveries' | 'months',
> = AccountCopy[Kind][number]

/** One item of a copy with its position in the file, and everything needed to restore it. */
export type CopyItem = { at: string; name: string } & (
  | { kind: 'import'; row: CopiedRow<'imports'> }
  | { kind: 'recurrence'; row: CopiedRow<'recurrences'> }
  | { kind: 'rule'; row: CopiedRow<'rules'> }
  | { kind: 'transaction'; row: CopiedRow<'transactions'> }
  | { kind: 'goal'; row: CopiedRow<'goals'> }
  | { kind: 'task'; row: CopiedRow<'tasks'> }
  | { kind: 'movement'; row: CopiedRow<'movements'>; isFirst: boolean; settings: RestoredFund['settings'] }
  | { kind: 'fund'; isFirst: boolean; settings: RestoredFund['settings']; isThere: boolean }
  | { kind: 'wallet'; row: CopiedRow<'wallets'> }
  | { kind: 'mei'; row: NonNullable<AccountCopy['mei']> }
  | { kind: 'delivery'; row: CopiedRow<'deliveries'> }
  | { kind: 'month'; row: CopiedRow<'months'> }
  | { kind: 'reminders'; row: NonNullable<AccountCopy['reminders']> }
  | { kind: 'balance'; walletId: string | null; row: Pick<NonNullable<AccountCopy['balance']>, 'date' | 'amount'> }
)

/** The items of a copy in the order of their restoration: each after those it refers to, oldest first. */
export async function itemsOf(copy: AccountCopy): Promise<CopyItem[]> {
  const { rules, goals, tasks, movements, emergencyFund, mei, deliveries, months } = copy
  const { wallets, recurrences, transactions, imports } = withoutMainWallet(copy)
  const hasMoved = movements.length > 0
  const { targetMonths, monthlyExpenseAverage } = emergencyFund ?? newFund
  const settings = { targetMonths, monthlyExpenseAverage }
  const there = nominalsOf(transactions)
  return [
    ...wallets.map((row, index): CopyItem => ({ kind: 'wallet', at: `wallets[${index}]`, name: row.name, row })),
    ...imports.map((row, index): CopyItem => ({ kind: 'import', at: `imports[${index}]`, name: row.fileName, row })),
    ...(await mapYielding(recurrences, (row, index): CopyItem => {
      const pauses = mergedPauses([...row.pauses, ...deletedDays(row, there.get(row.id))])
      return { kind: 'recurrence', at: `recurrences[${index}]`, name: row.description, row: { ...row, pauses } }
    })),
    ...rules.map((row, index): CopyItem => ({ kind: 'rule', at: `rules[${index}]`, name: row.text, row })),
    ...keepOrder(transactions)
      .map((row, index): CopyItem => ({ kind: 'transaction', at: `transactions[${index}]`, name: row.description, row }))
      .toReversed(),
    ...goals.map((row, index): CopyItem => ({ kind: 'goal', at: `goals[${index}]`, name: row.title, row })),
    ...tasks.map((row, index): CopyItem => ({ kind: 'task', at: `tasks[${index}]`, name: row.title, row })),
    ...movements
      .map((row, index): CopyItem => {
        const isFirst = index === movements.length - 1
        return { kind: 'movement', at: `movements[${index}]`, name: row.description ?? 'Reserva', row, isFirst, settings }
      })
      .toReversed(),
    ...(emergencyFund || hasMoved
      ? [{ kind: 'fund', at: 'emergencyFund', name: 'Reserva', isFirst: !hasMoved, settings, isThere: emergencyFund !== null } as const]
      : []),
    ...(mei ? [{ kind: 'mei', at: 'mei', name: 'MEI', row: mei } as const] : []),
    ...deliveries.map((row, index): CopyItem => ({ kind: 'delivery', at: `deliveries[${index}]`, name: deliveryName(row), row })),
    ...balancesOf(copy),
    // Every copy has them; the defaults bring nothing.
    ...(copy.reminders && !areDefaultReminders(copy.reminders)
      ? [{ kind: 'reminders', at: 'reminders', name: 'Lembretes', row: copy.reminders } as const]
      : []),
    // Last, because what is in a closed month cannot be recorded.
    ...months.map((row, index): CopyItem => ({ kind: 'month', at: `months[${index}]`, name: formatMonth(row.month), row })),
  ]
}

/** The days of each recurrence's occurrences in the copy. */
function nominalsOf(transactions: readonly CopiedRow<'transactions'>[]): Map<string, Set<CalendarDate>> {
  const there = new Map<string, Set<CalendarDate>>()
  for (const { recurrenceId, nominal } of transactions) {
    if (recurrenceId === null || nominal === null) continue
    const days = there.get(recurrenceId)
    if (days) days.add(nominal)
    else there.set(recurrenceId, new Set([nominal]))
  }
  return there
}

/** A deleted occurrence becomes a pause of one day, so that it is not recorded again. */
function deletedDays({ used }: CopiedRow<'recurrences'>, there: ReadonlySet<CalendarDate> = new Set()): CopiedRow<'recurrences'>['pauses'] {
  return used.filter((nominal) => !there.has(nominal)).map((nominal) => ({ from: nominal, to: addDays(nominal, 1) }))
}

/**
 * Transactions of one moment, such as the lines of a statement, are sorted by their ids, which are new here. To keep
 * their order, each is dated a millisecond after the one below it.
 */
function keepOrder(transactions: readonly CopiedRow<'transactions'>[]): CopiedRow<'transactions'>[] {
  let below: { date: CalendarDate; at: number } | null = null
  return transactions
    .toReversed()
    .map((row) => {
      const made = Date.parse(row.createdAt)
      const at: number = below && below.date === row.date && made <= below.at ? below.at + 1 : made
      below = { date: row.date, at }
      return { ...row, createdAt: new Date(at).toISOString() }
    })
    .toReversed()
}

/** What the parts of a portion need. */
export interface PortionContext {
  accountId: string
  restoreId: string
  today: CalendarDate
  /** The fingerprints of lines under this account's key, by the sent keys; and those in use here. */
  fingerprints: ReadonlyMap<string, string>
  usedKeys: ReadonlySet<string>
  /** How many the account has of each kind with a quota. */
  counts: Readonly<Record<CountedKind, number>>
  /** What the account's rules apply to. */
  ruleScopes: readonly RuleScope[]
  /** What is settled in the months of the portion. */
  monthFigures: ReadonlyMap<CalendarMonth, Omit<MonthFacts, 'changes'>>
  /** Whether the account's e-mail is confirmed, without which no reminders are mailed. */
  emailVerified: boolean
}

export type CountedKind = 'recurrence' | 'goal' | 'task'

/** The copy with null for its main wallet, which becomes that of this account. */
function withoutMainWallet({
  wallets,
  recurrences,
  transactions,
  imports,
}: AccountCopy): Pick<AccountCopy, 'wallets' | 'recurrences' | 'transactions' | 'imports'> {
  const main = wallets.find(({ isMain }) => isMain)?.id ?? null
  const placed = (id: string | null) => (id === main ? null : id)
  return {
    wallets,
    recurrences: recurrences.map((row) => ({ ...row, terms: row.terms.map((terms) => ({ ...terms, walletId: placed(terms.walletId) })) })),
    imports: imports.map((row) => ({ ...row, walletId: placed(row.walletId) })),
    transactions: transactions.map((row) => ({ ...row, walletId: placed(row.walletId), toWalletId: placed(row.toWalletId) })),
  }
}

/** The stated balances of a copy; one of before there were several wallets states that of the main one. */
function balancesOf({ wallets, balance }: AccountCopy): CopyItem[] {
  const stated = wallets.flatMap(({ id, isMain, name, balances }) => balances.map((row) => ({ walletId: isMain ? null : id, name, row })))
  const all = wallets.length > 0 || !balance ? stated : [{ walletId: null, name: 'Saldo do banco', row: balance }]
  return all.map((each, index): CopyItem => ({ kind: 'balance', at: `balances[${index}]`, ...each }))
}

/** The commands that restore a portion of a copy, one on each entity. */
export function partsOf(items: readonly CopyItem[], making: PortionContext): CommandPart[] {
  const fund = fundPart(items, making)
  const portion = { ...making, counts: { ...making.counts }, ruleScopes: [...making.ruleScopes] }
  return [...items.flatMap((item) => itemPart(item, portion) ?? []), ...balanceParts(items, making), ...(fund ? [fund] : [])]
}

/** Shared by the parts of one portion: each part counts those before it. */
interface CountedPortionContext extends PortionContext {
  counts: Record<CountedKind, number>
  ruleScopes: RuleScope[]
}

function itemPart(item: CopyItem, making: CountedPortionContext): CommandPart | null {
  const { counts } = making
  switch (item.kind) {
    case 'import':
      return importPart(item.row, making)
    case 'recurrence':
      return recurrencePart(item.row, making)
    case 'transaction':
      return transactionPart(item.row, making)
    case 'rule': {
      const { text, type, category, description, uses, createdAt } = item.row
      const details = { text, type, category, description }
      const command = { type: 'BringRule', details, createdAt, uses, others: [...making.ruleScopes] } as const
      making.ruleScopes.push(scopeOf(details))
      return createPart(ruleDecider, newId(item.row, making), command)
    }
    case 'goal': {
      const { title, targetAmount, currentAmount, deadline, category, priority, createdAt } = item.row
      const details = { title, targetAmount, currentAmount, deadline, category, priority }
      return createPart(goalDecider, newId(item.row, making), { type: 'BringGoal', details, createdAt, count: counts.goal++ })
    }
    case 'task': {
      const { title, type, estimatedCost, estimatedDate, priority, completed, createdAt } = item.row
      const details = { title, type, estimatedCost, estimatedDate, priority, completed }
      return createPart(taskDecider, newId(item.row, making), { type: 'BringTask', details, createdAt, count: counts.task++ })
    }
    case 'reminders':
      return createPart(reminderDecider, making.accountId, {
        type: 'BringReminders',
        settings: item.row,
        emailVerified: making.emailVerified,
      })
    case 'wallet': {
      const { isMain, archived: isArchived, name, kind, closingDay, dueDay, order, statementAccounts, createdAt } = item.row
      const details = { name, kind, closingDay, dueDay, order, isArchived, statementAccounts }
      return createPart(walletDecider, walletOf(isMain ? null : item.row.id, making), { type: 'BringWallet', details, createdAt })
    }
    case 'mei': {
      const { version: _version, ...details } = item.row
      return createPart(meiDecider, making.accountId, { type: 'BringMei', details, today: making.today })
    }
    case 'month': {
      const { month, closedAt: at, changedSinceFirstClosing: wasChanged } = item.row
      const figures = making.monthFigures.get(month)
      if (!figures) return null
      const facts = { ...figures, changes: NO_CHANGES }
      return createPart(monthDecider, monthId(making.accountId, month), {
        type: 'BringMonth',
        month,
        facts,
        at,
        wasChanged,
        today: making.today,
      })
    }
    case 'delivery':
      return createPart(meiDeliveryDecider, deliveryId(making.accountId, item.row), { type: 'BringDelivery', details: item.row })
    default:
      return null
  }
}

/** The id of a copied transaction once it is restored. */
export function restoredTransactionId(
  { id, recurrenceId, nominal }: Pick<CopiedRow<'transactions'>, 'id' | 'recurrenceId' | 'nominal'>,
  restoreId: string,
): string {
  if (recurrenceId === null || nominal === null) return namedId(id, restoreId)
  return occurrenceId(namedId(recurrenceId, restoreId), nominal)
}

function transactionPart(row: CopiedRow<'transactions'>, making: PortionContext): CommandPart {
  const {
    amount,
    type,
    date,
    isScheduled,
    isConfirmed,
    isReceived,
    importId,
    importKey: sent,
    walletId,
    toWalletId,
    toDate,
    toImportId,
    toImportKey: toSent,
    recurrenceId,
    nominal,
    instalment,
    fiscal,
    createdAt,
  } = row
  const ofRecurrence = recurrenceId === null ? null : newId({ id: recurrenceId }, making)
  const id = restoredTransactionId(row, making.restoreId)
  const fingerprint = (key: string | null) => (key === null ? null : (making.fingerprints.get(key) ?? null))
  const newIdOf = (old: string | null) => (old === null ? null : newId({ id: old }, making))
  const importKey = fingerprint(sent)
  const side = { importId: newIdOf(toImportId), importKey: fingerprint(toSent) }
  const to = type === 'transfer' ? { walletId: newIdOf(toWalletId), date: toDate ?? date, ...side } : null
  const details = {
    ...pickTexts(row),
    statementText: row.statementText,
    amount,
    type,
    date,
    isScheduled,
    isConfirmed,
    isReceived,
    walletId: newIdOf(walletId),
    to,
    importKey,
    importId: newIdOf(importId),
    recurrenceId: ofRecurrence,
    nominal,
    instalment,
    fiscal: fitFiscal(type, fiscal),
  }
  const takenKeys = [importKey, side.importKey].filter((key): key is string => key !== null && making.usedKeys.has(key))
  return createPart(transactionDecider, id, { type: 'BringTransaction', details, createdAt, sent: { from: sent, to: toSent }, takenKeys })
}

function recurrencePart(row: CopiedRow<'recurrences'>, making: CountedPortionContext): CommandPart {
  const { kind, type, start, count, firstNumber, until, terms, pauses, endedAt, createdAt } = row
  // Occurrences are never recorded further ahead than this account would.
  const reached = kind === 'recurring' && row.reached > reachOn(making.today) ? reachOn(making.today) : row.reached
  const placed = terms.map((each) => ({ ...each, walletId: each.walletId === null ? null : newId({ id: each.walletId }, making) }))
  const details = { kind, type, start, count, firstNumber, until, terms: placed, pauses, endedAt, reached }
  return createPart(recurrenceDecider, newId(row, making), {
    type: 'BringRecurrence',
    details,
    createdAt,
    count: making.counts.recurrence++,
  })
}

function importPart(row: CopiedRow<'imports'>, making: PortionContext): CommandPart {
  const { fileName, format, bank, account, walletId, closing, from, to, count, income, expense, settled, createdAt, undoneAt, keptCount } =
    row
  const after = {
    fileName,
    format,
    bank,
    account,
    walletId: walletId === null ? null : newId({ id: walletId }, making),
    from,
    to,
    count,
    income,
    expense,
    settled,
    closingDate: closing?.date ?? null,
    closingBalance: closing?.balance ?? null,
  }
  const undone = undoneAt === null ? null : { at: undoneAt, kept: keptCount }
  return createPart(importDecider, newId(row, making), { type: 'BringImport', brought: { after, createdAt, undone } })
}

/** The balances of a wallet are one entity, so those of a portion are one command. */
function balanceParts(items: readonly CopyItem[], making: PortionContext): CommandPart[] {
  const stated = new Map<string, BalanceDetails[]>()
  for (const item of items) {
    if (item.kind !== 'balance') continue
    const { amount, date } = item.row
    const wallet = walletOf(item.walletId, making)
    stated.set(wallet, [...(stated.get(wallet) ?? []), { amount, date }])
  }
  return [...stated].map(([wallet, balances]) => {
    return createPart(balanceDecider, wallet, { type: 'BringBalances', balances, today: making.today })
  })
}

/** The fund is one entity, so a portion's movements are one command. */
function fundPart(items: readonly CopyItem[], making: PortionContext): CommandPart | null {
  const moving = items.filter((item) => item.kind === 'movement')
  const last = items.find((item) => item.kind === 'fund')
  const [any] = [...moving, ...(last ? [last] : [])]
  if (!any) return null
  const command: RestoredFund = {
    settings: any.settings,
    movements: moving.map(({ row }) => ({ ...row, id: newId(row, making) })),
    isBeginning: [...moving, ...(last ? [last] : [])].some(({ isFirst }) => isFirst),
    isThere: last ? last.isThere : null,
  }
  return createPart(emergencyFundDecider, making.accountId, { type: 'BringFund', ...command })
}

/** The wallet of this account for one of a copy; null for its main one. */
function walletOf(id: string | null, making: PortionContext): string {
  return id === null ? initialWalletId(making.accountId) : newId({ id }, making)
}

function newId({ id }: { id: string }, { restoreId }: PortionContext): string {
  return namedId(id, restoreId)
}
