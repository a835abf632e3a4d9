import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { newFund } from '@prumo/shared/emergency-fund-rules'
import { mergedPauses, reachOn } from '@prumo/shared/recurrence-rules'
import type { AccountCopy } from '@prumo/shared/restore'
import { pickTexts } from '@prumo/shared/transaction-details'
import { v5 as namedId } from 'uuid'
import { balanceDecider } from '../balance/balance.decider.js'
import { emergencyFundDecider, type RestoredFund } from '../emergency-fund/emergency-fund.decider.js'
import { createPart, type CommandPart } from '../event-store/decider/command.js'
import { goalDecider } from '../goals/goal.decider.js'
import { importDecider } from '../imports/import.decider.js'
import { mapYielding } from '../platform/map-yielding.js'
import { occurrenceId } from '../recurrences/recurrence-command.js'
import { recurrenceDecider } from '../recurrences/recurrence.decider.js'
import { taskDecider } from '../tasks/task.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'

type CopiedRow<Kind extends 'transactions' | 'goals' | 'tasks' | 'movements' | 'imports' | 'recurrences'> = AccountCopy[Kind][number]

/** One item of a copy with its position in the file, and everything needed to restore it. */
export type CopyItem = { at: string; name: string } & (
  | { kind: 'import'; row: CopiedRow<'imports'> }
  | { kind: 'recurrence'; row: CopiedRow<'recurrences'> }
  | { kind: 'transaction'; row: CopiedRow<'transactions'> }
  | { kind: 'goal'; row: CopiedRow<'goals'> }
  | { kind: 'task'; row: CopiedRow<'tasks'> }
  | { kind: 'movement'; row: CopiedRow<'movements'>; isFirst: boolean; settings: RestoredFund['settings'] }
  | { kind: 'fund'; isFirst: boolean; settings: RestoredFund['settings']; isThere: boolean }
  | { kind: 'balance'; row: NonNullable<AccountCopy['balance']> }
)

/** The items of a copy in the order of their restoration: each after those it refers to, oldest first. */
export async function itemsOf(copy: AccountCopy): Promise<CopyItem[]> {
  const { imports, recurrences, transactions, goals, tasks, movements, emergencyFund, balance } = copy
  const hasMoved = movements.length > 0
  const { targetMonths, monthlyExpenseAverage } = emergencyFund ?? newFund
  const settings = { targetMonths, monthlyExpenseAverage }
  const there = nominalsOf(transactions)
  return [
    ...imports.map((row, index): CopyItem => ({ kind: 'import', at: `imports[${index}]`, name: row.fileName, row })),
    ...(await mapYielding(recurrences, (row, index): CopyItem => {
      const pauses = mergedPauses([...row.pauses, ...deletedDays(row, there.get(row.id))])
      return { kind: 'recurrence', at: `recurrences[${index}]`, name: row.description, row: { ...row, pauses } }
    })),
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
    ...(balance ? [{ kind: 'balance', at: 'balance', name: 'Saldo do banco', row: balance } as const] : []),
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
}

export type CountedKind = 'recurrence' | 'goal' | 'task'

/** The commands that restore a portion of a copy, one on each entity. */
export function partsOf(items: readonly CopyItem[], making: PortionContext): CommandPart[] {
  const fund = fundPart(items, making)
  const portion = { ...making, counts: { ...making.counts } }
  return [...items.flatMap((item) => itemPart(item, portion) ?? []), ...(fund ? [fund] : [])]
}

/** Shared by the parts of one portion: each part counts those before it. */
interface CountedPortionContext extends PortionContext {
  counts: Record<CountedKind, number>
}

function itemPart(item: CopyItem, making: CountedPortionContext): CommandPart | null {
  const { accountId, today, counts } = making
  switch (item.kind) {
    case 'import':
      return importPart(item.row, making)
    case 'recurrence':
      return recurrencePart(item.row, making)
    case 'transaction':
      return transactionPart(item.row, making)
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
    case 'balance': {
      const { amount, date } = item.row
      return createPart(balanceDecider, accountId, { type: 'StateBalance', details: { amount, date }, today })
    }
    default:
      return null
  }
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
    recurrenceId,
    nominal,
    instalment,
    createdAt,
  } = row
  const ofRecurrence = recurrenceId === null ? null : newId({ id: recurrenceId }, making)
  const id = ofRecurrence === null || nominal === null ? newId(row, making) : occurrenceId(ofRecurrence, nominal)
  const importKey = sent === null ? null : (making.fingerprints.get(sent) ?? null)
  const details = {
    ...pickTexts(row),
    amount,
    type,
    date,
    isScheduled,
    isConfirmed,
    isReceived,
    importKey,
    importId: importId === null ? null : newId({ id: importId }, making),
    recurrenceId: ofRecurrence,
    nominal,
    instalment,
  }
  const takenKeys = importKey !== null && making.usedKeys.has(importKey) ? [importKey] : []
  return createPart(transactionDecider, id, { type: 'BringTransaction', details, createdAt, sent, takenKeys })
}

function recurrencePart(row: CopiedRow<'recurrences'>, making: CountedPortionContext): CommandPart {
  const { kind, type, start, count, firstNumber, until, terms, pauses, endedAt, createdAt } = row
  // Occurrences are never recorded further ahead than this account would.
  const reached = kind === 'recurring' && row.reached > reachOn(making.today) ? reachOn(making.today) : row.reached
  const details = { kind, type, start, count, firstNumber, until, terms, pauses, endedAt, reached }
  return createPart(recurrenceDecider, newId(row, making), {
    type: 'BringRecurrence',
    details,
    createdAt,
    count: making.counts.recurrence++,
  })
}

function importPart(row: CopiedRow<'imports'>, making: PortionContext): CommandPart {
  const { fileName, format, bank, account, closing, from, to, count, income, expense, settled, createdAt, undoneAt, keptCount } = row
  const after = {
    fileName,
    format,
    bank,
    account,
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

function newId({ id }: { id: string }, { restoreId }: PortionContext): string {
  return namedId(id, restoreId)
}
