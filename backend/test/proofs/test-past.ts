/**
 * The state of an account at the end of each day, derived from its commands alone: nothing here is imported from the
 * product that is compared with it. Amounts are in centavos; moments are milliseconds since 1970.
 */

export type PastEntry = {
  kind: 'transaction' | 'goal' | 'task'
  id: string
  fields: Record<string, string | number | boolean | null>
  version: number
  createdAt: string
  updatedAt: string
}

export interface PastFund {
  targetMonths: number
  monthlyExpenseAverage: number
  currentAmount: number
  version: number
}

export interface PastWallet {
  id: string
  name: string
  kind: 'bank' | 'card'
  archived: boolean
}

/** The current state; a deleted entry keeps its position in `gone`. */
export interface PastState {
  entries: Map<string, PastEntry>
  gone: Map<string, PastEntry>
  fund: PastFund | null
  /** In the order in which they were opened; the main one is there from the beginning and not among them. */
  wallets: Map<string, PastWallet>
  /** The balance said last for a wallet and a day; `null` is the main wallet. */
  stated: Map<string, { walletId: string | null; date: string; amount: number }>
}

function emptyState(): PastState {
  return { entries: new Map(), gone: new Map(), fund: null, wallets: new Map(), stated: new Map() }
}

export type PastEvent =
  | { what: 'made'; kind: PastEntry['kind']; id: string; fields: PastEntry['fields'] }
  | { what: 'changed'; id: string; fields: PastEntry['fields'] }
  | { what: 'deleted'; id: string }
  | { what: 'restored'; id: string }
  | { what: 'opened'; wallet: PastWallet }
  | { what: 'toggled'; id: string }
  | { what: 'stated'; walletId: string | null; date: string; amount: number }
  | { what: 'fund'; fields: Omit<PastFund, 'version'> }
  | { what: 'reset' }

/** São Paulo is three hours behind UTC, without summer time since 2019. */
export function dayOf(moment: number): string {
  return new Date(moment - 3 * 3_600_000).toISOString().slice(0, 10)
}

/** Records the state of an account at the end of each day. */
export class PastModel {
  readonly #now: PastState = emptyState()
  #fundVersion = 0
  readonly #days = new Map<string, PastState>()

  happened(moment: number, happening: PastEvent): void {
    const at = new Date(moment).toISOString()
    const { entries, gone, wallets, stated } = this.#now
    switch (happening.what) {
      case 'made':
        entries.set(happening.id, {
          kind: happening.kind,
          id: happening.id,
          fields: happening.fields,
          version: 1,
          createdAt: at,
          updatedAt: at,
        })
        break
      case 'changed': {
        const before = entries.get(happening.id) as PastEntry
        entries.set(happening.id, {
          ...before,
          fields: { ...before.fields, ...happening.fields },
          version: before.version + 1,
          updatedAt: at,
        })
        break
      }
      case 'deleted': {
        const before = entries.get(happening.id) as PastEntry
        entries.delete(happening.id)
        gone.set(happening.id, { ...before, version: before.version + 1 })
        break
      }
      case 'restored': {
        const before = gone.get(happening.id) as PastEntry
        gone.delete(happening.id)
        entries.set(happening.id, { ...before, version: before.version + 1, updatedAt: at })
        break
      }
      case 'opened':
        wallets.set(happening.wallet.id, happening.wallet)
        break
      case 'toggled': {
        const before = wallets.get(happening.id) as PastWallet
        wallets.set(happening.id, { ...before, archived: !before.archived })
        break
      }
      case 'stated': {
        const { walletId, date, amount } = happening
        stated.set(`${walletId} ${date}`, { walletId, date, amount })
        break
      }
      case 'fund':
        this.#now.fund = { ...happening.fields, version: ++this.#fundVersion }
        break
      case 'reset':
        entries.clear()
        gone.clear()
        wallets.clear()
        stated.clear()
        this.#now.fund = null
        // What was before a reset or erasure cannot be read any more.
        this.#days.clear()
    }
    this.#days.set(dayOf(moment), {
      entries: new Map(entries),
      gone: new Map(gone),
      fund: this.#now.fund,
      wallets: new Map(wallets),
      stated: new Map(stated),
    })
  }

  /** The current state. */
  get now(): PastState {
    return this.#now
  }

  /** The state at the end of a day. */
  at(day: string): PastState {
    const known = [...this.#days.keys()].filter((each) => each <= day).sort()
    const last = known.at(-1)
    return (last && this.#days.get(last)) || emptyState()
  }
}

const reais = (centavos: number) => centavos / 100
const IN_MONEY = new Set(['amount', 'targetAmount', 'currentAmount', 'estimatedCost'])

function wire({ id, fields, version, createdAt, updatedAt }: PastEntry, userId: string): Record<string, unknown> {
  const values = Object.entries(fields).map(([name, value]) => [name, IN_MONEY.has(name) ? reais(Number(value)) : value])
  return { id, userId, ...Object.fromEntries(values), createdAt, updatedAt, version }
}

/** The expected answer of the API for a day. */
export function answerAt(past: PastModel, userId: string, date: string, mainWallet: string): Record<string, unknown> {
  const state = past.at(date)
  const { entries, fund } = state
  const of = (kind: PastEntry['kind']) => [...entries.values()].filter((entry) => entry.kind === kind)
  const goals = of('goal').map((entry) => ({
    ...wire(entry, userId),
    completed: Number(entry.fields.currentAmount) >= Number(entry.fields.targetAmount),
  }))
  return {
    date,
    summary: summaryOf(of('transaction')),
    goals: goals.sort(byPlace(goalPlace)),
    tasks: of('task')
      .map((entry) => wire(entry, userId))
      .sort(byPlace(taskPlace)),
    emergencyFund: fund && fundAt(fund, of('transaction'), userId, date),
    wallets: walletsAt(state, date, mainWallet),
  }
}

function stateOf({ isScheduled, isConfirmed, isReceived }: PastEntry['fields']): 'settled' | 'pending' | 'lost' {
  if (!isScheduled) return 'settled'
  if (!isConfirmed) return 'pending'
  return isReceived ? 'settled' : 'lost'
}

/** The wallets in their order, archived ones last, with their balances at the end of the day. */
function walletsAt(state: PastState, day: string, mainWallet: string): Record<string, unknown>[] {
  const opened = [...state.wallets.values()].toSorted((a, b) => Number(a.archived) - Number(b.archived))
  const main = { id: mainWallet, name: 'Conta principal', kind: 'bank', archived: false, balance: reais(balanceAt(state, null, day)) }
  return [main, ...opened.map((wallet) => ({ ...wallet, balance: reais(balanceAt(state, wallet.id, day)) }))]
}

/** Adds up what moved in the wallet since the balance stated for the latest day. */
function balanceAt({ entries, stated }: PastState, walletId: string | null, day: string): number {
  let [since, balance] = ['', 0]
  for (const each of stated.values())
    if (each.walletId === walletId && each.date <= day && each.date > since) [since, balance] = [each.date, each.amount]
  const moved = (date: unknown, amount: number) => {
    if (String(date) > since && String(date) <= day) balance += amount
  }
  for (const { kind, fields } of entries.values()) {
    if (kind !== 'transaction' || stateOf(fields) !== 'settled') continue
    const amount = Number(fields.amount)
    if (fields.from === walletId) moved(fields.date, fields.type === 'income' ? amount : -amount)
    if (fields.type === 'transfer' && fields.to === walletId) moved(fields.toDate, amount)
  }
  return balance
}

function summaryOf(transactions: readonly PastEntry[]): Record<string, number> {
  const sum = (type: string, state: string) =>
    transactions
      .filter(({ fields }) => fields.type === type && stateOf(fields) === state)
      .reduce((all, { fields }) => all + Number(fields.amount), 0)
  const [income, expense] = [sum('income', 'settled'), sum('expense', 'settled')]
  return {
    income: reais(income),
    expense: reais(expense),
    balance: reais(income - expense),
    scheduledIncome: reais(sum('income', 'pending')),
    scheduledExpense: reais(sum('expense', 'pending')),
    transferIn: 0,
    transferOut: 0,
    count: transactions.filter(({ fields }) => stateOf(fields) === 'settled').length,
  }
}

function fundAt(fund: PastFund, transactions: readonly PastEntry[], userId: string, date: string): Record<string, unknown> {
  const from = threeMonthsBefore(date)
  const spent = transactions
    .filter(
      ({ fields }) =>
        fields.type === 'expense' && stateOf(fields) === 'settled' && String(fields.date) >= from && String(fields.date) <= date,
    )
    .reduce((all, { fields }) => all + Number(fields.amount), 0)
  const average = Math.floor((spent * 2 + 3) / 6) || fund.monthlyExpenseAverage
  return {
    id: userId,
    userId,
    targetMonths: fund.targetMonths,
    monthlyExpenseAverage: reais(fund.monthlyExpenseAverage),
    currentAmount: reais(fund.currentAmount),
    targetAmount: reais(fund.targetMonths * average),
    version: fund.version,
  }
}

function threeMonthsBefore(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 4, Math.min(day, last))).toISOString().slice(0, 10)
}

type SortPlace = (of: Record<string, unknown>) => (string | number)[]
/** Negated moments sort the newest first. */
const newest = (at: unknown) => -Date.parse(String(at))
const goalPlace: SortPlace = ({ completed, deadline, createdAt }) =>
  completed ? [1, newest(createdAt)] : [0, String(deadline), String(createdAt)]
const taskPlace: SortPlace = ({ completed, priority, createdAt }) => [
  completed ? 1 : 0,
  ['high', 'medium', 'low'].indexOf(String(priority)),
  newest(createdAt),
]

function byPlace(place: SortPlace): (a: Record<string, unknown>, b: Record<string, unknown>) => number {
  return (a, b) => {
    const [one, other] = [place(a), place(b)]
    for (const [index, value] of one.entries()) if (value !== other[index]) return value < (other[index] as typeof value) ? -1 : 1
    return 0
  }
}
