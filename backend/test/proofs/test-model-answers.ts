/** What the API answers of the model. */
import { addMonths } from '@prumo/shared/calendar'
import { alike, searchable } from '@prumo/shared/search'
import {
  attachmentsOf,
  comparePlaces,
  isSettled,
  MONEY,
  monthContent,
  parseFiscal,
  stateOf,
  walletsInOrder,
  type FieldValue,
  type ModelAccount,
  type ModelAttachment,
  type ModelEntity,
  type ModelRule,
  type ModelWallet,
} from './test-model.js'

/** A receipt as the API returns it. */
export function toAttachmentAnswer({ id, transactionId, name, type, size, createdAt, version }: ModelAttachment): Record<string, unknown> {
  return { id, transactionId, name, type, size, createdAt, version }
}

/** An entity as the API returns it. */
export function toAnswer(
  account: ModelAccount,
  { kind, id, fields, version, createdAt, updatedAt }: ModelEntity,
  userId: string,
): Record<string, unknown> {
  const inReais = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, MONEY.has(name) ? Number(value) / 100 : value]))
  const derived = kind === 'goals' ? { completed: Number(fields.currentAmount) >= Number(fields.targetAmount) } : {}
  const said = kind === 'transactions' ? { fiscal: parseFiscal(fields.fiscal), attachmentCount: attachmentsOf(account, id).length } : {}
  return { id, userId, ...inReais, ...said, ...derived, createdAt, updatedAt, version }
}

/** The fund as the API returns it on a day. */
export function toFundAnswer(account: ModelAccount, userId: string, today: string): Record<string, unknown> | null {
  const { fund } = account
  if (!fund) return null
  const average = expenseAverage(account, today) || fund.monthlyExpenseAverage
  return {
    id: userId,
    userId,
    targetMonths: fund.targetMonths,
    monthlyExpenseAverage: fund.monthlyExpenseAverage / 100,
    currentAmount: fund.currentAmount / 100,
    targetAmount: (fund.targetMonths * average) / 100,
    version: fund.version,
  }
}

/** The mean expenses of the last three months, in centavos, rounded half up. */
function expenseAverage(account: ModelAccount, today: string): number {
  const from = threeMonthsBefore(today)
  const spent = [...account.things.values()]
    .filter(({ kind, alive, fields }) => kind === 'transactions' && alive && fields.type === 'expense' && stateOf(fields) === 'settled')
    .filter(({ fields }) => String(fields.date) >= from && String(fields.date) <= today)
    .reduce((sum, { fields }) => sum + Number(fields.amount), 0)
  return Math.floor((spent * 2 + 3) / 6)
}

function threeMonthsBefore(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 4, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The totals of a month at its closing; a transfer counts in the month in which it leaves. */
export function monthTotals({ things }: ModelAccount, month: string): Record<string, number> {
  const within = [...things.values()].filter((thing) => isSettled(thing) && String(thing.fields.date).startsWith(month))
  const sum = (type: string) => within.reduce((all, { fields }) => all + (fields.type === type ? Number(fields.amount) : 0), 0)
  const [income, expense] = [sum('income'), sum('expense')]
  return { income: income / 100, expense: expense / 100, balance: (income - expense) / 100, count: within.length }
}

/** A month as the API returns it. */
export function toMonthAnswer(account: ModelAccount, month: string): Record<string, unknown> {
  const known = account.months.get(month)
  if (!known?.isClosed) {
    const changedSinceFirstClosing = known !== undefined && monthContent(account, month) !== known.firstContent
    return { month, state: 'open', closedAt: null, position: null, totals: null, changedSinceFirstClosing }
  }
  const { content, ...closing } = known.closing
  return { month, state: 'closed', ...closing, changedSinceFirstClosing: content !== known.firstContent }
}

/** The summary of the transactions as the API returns it: of some wallets or of all, of a month or of all time. */
export function summary(account: ModelAccount, wallets: readonly string[] | null = null, month = ''): Record<string, number> {
  const totals = { income: 0, expense: 0, scheduledIncome: 0, scheduledExpense: 0, transferIn: 0, transferOut: 0, count: 0 }
  const within = (id: FieldValue) => wallets === null || wallets.includes(String(id))
  for (const thing of account.things.values()) {
    const { kind, alive, fields } = thing
    if (kind !== 'transactions' || !alive || stateOf(fields) === 'not_received' || !String(fields.date).startsWith(month)) continue
    const [amount, income] = [Number(fields.amount), fields.type === 'income']
    if (fields.type === 'transfer') {
      if (!isSettled(thing)) continue
      if (wallets?.includes(String(fields.walletId))) totals.transferOut += amount
      if (wallets?.includes(String(fields.toWalletId))) totals.transferIn += amount
      // A month counts income and expenses alone.
      if (month === '' && (within(fields.walletId) || within(fields.toWalletId))) totals.count++
    } else if (within(fields.walletId) && stateOf(fields) === 'pending') totals[income ? 'scheduledIncome' : 'scheduledExpense'] += amount
    else if (within(fields.walletId)) {
      totals[income ? 'income' : 'expense'] += amount
      totals.count++
    }
  }
  const { count, ...amounts } = { ...totals, balance: totals.income - totals.expense }
  return { ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value / 100])), count }
}

/** What stands as the balance of each day: of one day the statement made last that is not undone. */
function standingBalances(account: ModelAccount, walletId: string): Map<string, number> {
  const standing = new Map<string, number>()
  for (const { said, isUndone } of account.balances.get(walletId)?.statements ?? []) if (!isUndone) standing.set(said.date, said.amount)
  return standing
}

/** The balance that stands for a day of a wallet; undefined for none. */
export function standingOn(account: ModelAccount, walletId: string, date: string): number | undefined {
  return standingBalances(account, walletId).get(date)
}

/** The balance of a wallet's latest day as the API returns it; null without one. */
export function statedBalance(account: ModelAccount, walletId: string): { amount: number; date: string; version: number } | null {
  const [latest] = [...standingBalances(account, walletId)].toSorted(([one], [other]) => (one > other ? -1 : 1))
  return latest ? { date: latest[0], amount: latest[1] / 100, version: account.balances.get(walletId)?.version ?? 0 } : null
}

/** A wallet's balance at the end of a day, in centavos, and the day of the stated one that it goes back to. */
function balanceOn(account: ModelAccount, walletId: string, day: string): { amount: number; statedOn: string | null } {
  let [since, amount] = ['', 0]
  for (const [date, stated] of standingBalances(account, walletId)) if (date <= day && date > since) [since, amount] = [date, stated]
  const moved = (date: FieldValue, change: number) => {
    if (String(date) > since && String(date) <= day) amount += change
  }
  for (const thing of account.things.values()) {
    if (!isSettled(thing)) continue
    const { fields } = thing
    const change = Number(fields.amount)
    if (fields.walletId === walletId) moved(fields.date, fields.type === 'income' ? change : -change)
    if (fields.toWalletId === walletId) moved(fields.toDate, change)
  }
  return { amount, statedOn: since || null }
}

/** A wallet as the API returns it on a day. Statements of banks are attached to none here. */
export function toWalletAnswer(
  account: ModelAccount,
  { alive: _alive, ...wallet }: ModelWallet,
  userId: string,
  today: string,
): Record<string, unknown> {
  const { amount, statedOn } = balanceOn(account, wallet.id, today)
  const balance = { amount: amount / 100, date: today, source: statedOn === null ? 'sums' : 'stated' }
  return { ...wallet, userId, isMain: wallet.id === account.mainWallet, balance, statedOn, statementAccounts: [] }
}

/** A rule as the API returns it. */
export function toRuleAnswer({ alive: _alive, ...rule }: ModelRule): Record<string, unknown> {
  return rule
}

/** The rules as the API lists them. */
export function rulesInOrder({ rules }: ModelAccount): Record<string, unknown>[] {
  const place = ({ text, type, id }: ModelRule) => [searchable(text), text, type ?? '', id] as const
  const alive = [...rules.values()].filter((rule) => rule.alive)
  return alive.toSorted((one, other) => comparePlaces(place(one), place(other))).map(toRuleAnswer)
}

/** The income and expenses that have a category, added up as the API lists them. */
export function usedCategories(account: ModelAccount, today: string): Record<string, unknown>[] {
  const groups = groupBy(
    flows(account).filter(({ fields }) => fields.category !== null),
    ({ fields }) => `${fields.type} ${fields.category}`,
  )
  const categories = [...groups.values()].map((group) => {
    const { type, category } = (group[0] as ModelEntity).fields
    const settled = group.filter((thing) => isSettled(thing) && String(thing.fields.date).startsWith(today.slice(0, 4)))
    const total = settled.reduce((sum, { fields }) => sum + Number(fields.amount), 0) / 100
    const dates = group.map(({ fields }) => String(fields.date)).sort()
    const lastDate = dates.findLast((date) => date <= today) ?? dates[0]
    return { type, category, count: group.length, lastDate, total }
  })
  const place = ({ type, category, count }: (typeof categories)[number]) => [-count, String(category), String(type)] as const
  return categories.toSorted((one, other) => comparePlaces(place(one), place(other)))
}

/** What income and expenses of the two years until a day's month were called, as the API lists it. */
export function usedDescriptions(account: ModelAccount, today: string): Record<string, unknown>[] {
  const from = addMonths(`${today.slice(0, 7)}-01`, -23)
  const until = addMonths(`${today.slice(0, 7)}-01`, 1)
  const groups = groupBy(
    flows(account).filter(({ fields }) => String(fields.date) >= from && String(fields.date) < until),
    ({ fields }) => `${fields.type} ${alike(String(fields.description))}`,
  )
  const descriptions = [...groups.values()].map((group) => {
    const { description, type, category, amount, walletId, date } = latestOf(group).fields
    return { description, type, category, amount: Number(amount) / 100, walletId, count: group.length, lastDate: date }
  })
  const place = ({ count, lastDate, description, type }: (typeof descriptions)[number]) =>
    [-count, -Date.parse(String(lastDate)), String(description), String(type)] as const
  return descriptions.toSorted((one, other) => comparePlaces(place(one), place(other)))
}

function flows({ things }: ModelAccount): ModelEntity[] {
  return [...things.values()].filter(({ kind, alive, fields }) => kind === 'transactions' && alive && fields.type !== 'transfer')
}

function groupBy(things: readonly ModelEntity[], nameOf: (thing: ModelEntity) => string): Map<string, ModelEntity[]> {
  const groups = new Map<string, ModelEntity[]>()
  for (const thing of things) groups.set(nameOf(thing), [...(groups.get(nameOf(thing)) ?? []), thing])
  return groups
}

/** The latest of some transactions by day, of these the one that was created last. */
function latestOf(group: readonly ModelEntity[]): ModelEntity {
  const place = ({ fields, createdAt, id }: ModelEntity) => [String(fields.date), createdAt, id] as const
  return group.reduce((last, each) => (comparePlaces(place(last), place(each)) < 0 ? each : last))
}

/** What banks and cash hold that are not archived, as a forecast opens on a day. */
export function opening(account: ModelAccount, today: string): { amount: number; source: string } {
  const onHand = walletsInOrder(account).filter(({ kind, archived }) => kind !== 'card' && !archived)
  const amount = onHand.reduce((sum, { id }) => sum + balanceOn(account, id, today).amount, 0)
  return { amount: amount / 100, source: balanceOn(account, account.mainWallet, today).statedOn === null ? 'sums' : 'stated' }
}
