import { randomBytes } from 'node:crypto'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import type { accountCopy } from '@prumo/shared/restore'
import { v4 as randomId } from 'uuid'
import type { z } from 'zod'

type WorstCopy = z.input<typeof accountCopy>

/** The number of entities of each kind in a copy; 0 by default. */
export interface CopySize {
  transactions?: number
  goals?: number
  tasks?: number
  movements?: number
  imports?: number
  recurrences?: number
  /** Changes and pauses of each recurrence. */
  changes?: number
  /** Changes and pauses of one more recurrence. Beyond the cap a restore leaves it out. In a body it takes at most 512 KB. */
  oversized?: number
}

/** Half of it: half as many recurrences, each with as many changes. */
export function halfOf({ changes = 0, ...counts }: CopySize): CopySize {
  const halves = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.ceil(count / 2)]))
  return { ...halves, changes }
}

const long = (index: number, length = 200) => `${index} `.padEnd(length, 'ç')

/**
 * The most expensive copy for its size: the longest texts, all transactions on one day and each in a category of its own,
 * recurrences that began in 1970 and have a change and a pause every week.
 */
export function worstCopy(size: CopySize): WorstCopy {
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
    recurrenceId: null,
    nominal: null,
    instalment: null,
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
  const { recurrences = 0, changes = 1, oversized = 0 } = size
  const plans = list(recurrences, (index) => ({ ...row(index), ...recurrence(index, changes, today) }))
  const larger = oversized > 0 ? [{ ...row(recurrences), ...recurrence(recurrences, oversized, today) }] : []
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
    recurrences: [...plans, ...larger],
    mei: {
      openedOn: '2024-03-12',
      activities: ['commerce', 'industry', 'services'],
      isCargoDriver: false,
      closedOn: null,
      excludedCategories: list(50, (index) => long(index, 60)),
      hasEmployee: true,
      version: 1,
    },
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

/** The earliest accepted year begins with this week; earlier dates are refused. */
const FIRST_START = '1970-01-05'

type WorstRecurrence = NonNullable<WorstCopy['recurrences']>[number]

function recurrence(
  index: number,
  changes: number,
  today: string,
): Omit<WorstRecurrence, 'id' | 'userId' | 'createdAt' | 'updatedAt' | 'version'> {
  const dates = Array.from({ length: changes }, (_, week) => addDays(FIRST_START, 7 * week))
  const terms = { amount: 1, every: 'week', interval: 1, weekend: 'after' } as const
  return {
    ...terms,
    kind: 'recurring',
    type: 'expense',
    description: long(index),
    category: long(index, 60),
    start: FIRST_START,
    count: null,
    until: null,
    endedAt: null,
    next: null,
    reached: today,
    used: dates,
    terms: dates.map((from, week) => ({ ...terms, from, description: long(week, 20), category: null })),
    pauses: dates.map((from) => ({ from, to: addDays(from, 1) })),
  }
}
