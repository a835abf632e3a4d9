import { randomBytes } from 'node:crypto'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import type { accountCopy } from '@prumo/shared/restore'
import { v4 as randomId } from 'uuid'
import type { z } from 'zod'

type Copy = z.input<typeof accountCopy>

/** How much of each kind a copy has; none where nothing is said. */
export interface CopySize {
  transactions?: number
  goals?: number
  tasks?: number
  movements?: number
  imports?: number
  recurrences?: number
  /** Changes and pauses of each recurrence. */
  changes?: number
  /** Of so many weeks from its first one on each recurrence has a date that was used. */
  weeks?: number
}

/** Half of it: of several recurrences half as many, of one half its changes. */
export function halfOf({ changes = 0, weeks = 0, ...counts }: CopySize): CopySize {
  const halves = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.ceil(count / 2)]))
  const isOne = counts.recurrences === 1
  return { ...halves, changes: isOne ? changes / 2 : changes, weeks: isOne ? weeks / 2 : weeks }
}

const long = (index: number, length = 200) => `${index} `.padEnd(length, 'ç')

/**
 * The copy of an account that costs most for its size: texts at their longest, all transactions on one day and each in a category of
 * its own, recurrences that change and pause every week since they began. A list is cut where the contract allows fewer.
 * @param mostChanges terms, pauses and used dates that the contract allows a recurrence
 */
export function worstCopy(size: CopySize, mostChanges: { terms: number; pauses: number; used: number }): Copy {
  const today = dateInSaoPaulo(new Date())
  const now = Date.now()
  const userId = randomId()
  const row = (index: number) => {
    const at = new Date(now - index).toISOString()
    return { id: randomId(), userId, createdAt: at, updatedAt: at, version: 1 }
  }
  const list = <Item>(count: number | undefined, make: (index: number) => Item) =>
    Array.from({ length: count ?? 0 }, (_, index) => make(index))

  const imports = list(size.imports, (index) => ({
    id: randomId(),
    fileName: long(index),
    format: 'ofx' as const,
    bank: long(index, 120),
    account: randomBytes(32).toString('hex'),
    closing: { date: today, balance: 1 },
    from: today,
    to: today,
    count: 1,
    income: 1,
    expense: 0,
    settled: 0,
    undoneAt: null,
    keptCount: 0,
    version: 1,
    createdAt: new Date(now - index).toISOString(),
  }))
  const transactions = list(size.transactions, (index) => ({
    ...row(index),
    description: long(index),
    amount: 1,
    type: 'expense' as const,
    category: long(index, 60),
    date: today,
    isScheduled: index % 2 === 0,
    isConfirmed: index % 4 !== 0,
    isReceived: index % 4 !== 0,
    importId: imports[0]?.id ?? null,
    importKey: imports[0] ? randomBytes(32).toString('hex') : null,
  }))
  const goals = list(size.goals, (index) => ({
    ...row(index),
    title: long(index),
    targetAmount: 2,
    currentAmount: 1,
    deadline: today,
    category: 'Outros' as const,
    priority: 'low' as const,
    completed: false,
  }))
  const tasks = list(size.tasks, (index) => ({
    ...row(index),
    title: long(index),
    type: 'task' as const,
    estimatedCost: 1,
    estimatedDate: today,
    priority: 'low' as const,
    completed: false,
  }))
  const moved = size.movements ?? 0
  const movements = list(moved, (index) => ({
    id: randomId(),
    kind: 'deposit' as const,
    amount: 0.01,
    description: long(index),
    balance: (moved - index) / 100,
    at: new Date(now - index).toISOString(),
  }))
  const { recurrences = 0, changes = 1, weeks = 1 } = size
  return {
    exportedAt: new Date(now).toISOString(),
    user: { id: userId },
    subscription: {},
    transactions,
    goals,
    tasks,
    emergencyFund:
      moved === 0
        ? null
        : {
            id: randomId(),
            userId,
            targetMonths: 3,
            monthlyExpenseAverage: 1,
            targetAmount: 3,
            version: 1,
            currentAmount: moved / 100,
          },
    movements,
    imports,
    recurrences: list(recurrences, (index) => recurrence(index, { ...row(index), today, weeks, changes, mostChanges })),
    balance: { amount: 1, date: today, version: 1 },
    totals: {
      income: 0,
      expense: transactions.length,
      transactions: transactions.length,
      goals: goals.length,
      tasks: tasks.length,
      fund: moved / 100,
    },
  }
}

/** No date comes before its year. */
const FIRST_START = '1970-01-05'

interface RecurrenceSize {
  today: string
  weeks: number
  changes: number
  mostChanges: { terms: number; pauses: number; used: number }
}

function recurrence(
  index: number,
  {
    today,
    weeks,
    changes,
    mostChanges,
    ...row
  }: RecurrenceSize & Record<'id' | 'userId' | 'createdAt' | 'updatedAt', string> & { version: number },
): NonNullable<Copy['recurrences']>[number] {
  const dates = Array.from({ length: weeks }, (_, week) => addDays(FIRST_START, 7 * week))
  const says = { description: long(index), category: long(index, 60), amount: 1, every: 'week' as const, interval: 1 }
  return {
    ...row,
    ...says,
    kind: 'recurring',
    type: 'expense',
    start: FIRST_START,
    weekend: 'after',
    count: null,
    until: null,
    endedAt: null,
    next: null,
    reached: today,
    used: dates.slice(0, mostChanges.used),
    terms: dates
      .slice(0, Math.min(changes, mostChanges.terms))
      .map((from, week) => ({ ...says, description: long(week, 20), from, weekend: 'after' })),
    pauses: dates.slice(0, Math.min(changes, mostChanges.pauses)).map((from) => ({ from, to: addDays(from, 1) })),
  }
}
