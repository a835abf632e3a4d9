import { isDeepStrictEqual } from 'node:util'

/** Chooses the steps of a run by its seed, and computes the account after each of them once. Pure. */

export interface TransactionSnapshot {
  description: string
  amount: number
  type: 'income' | 'expense' | 'transfer'
  status: 'settled' | 'pending' | 'not_received'
  /** The wallet to which a transfer goes. */
  to: string | null
  /** Whether it has the category that a run gives to several at once; forms suggest others. */
  isService: boolean
  /** What it says for the MEI. */
  hasInvoice: boolean
  /** How many receipts it has. */
  receipts: number
}
export interface RuleSnapshot {
  text: string
  category: string
}
export interface GoalSnapshot {
  title: string
  targetAmount: number
  currentAmount: number
}
export interface TaskSnapshot {
  title: string
  estimatedCost: number
  completed: boolean
}
export interface FundSnapshot {
  targetMonths: number
  currentAmount: number
}

export interface MeiSnapshot {
  hasEmployee: boolean
  /** Whether the report of last month is marked as done. */
  isReported: boolean
}

/** The part of an account that a run changes. Names are unique in it. */
export interface AccountSnapshot {
  transactions: TransactionSnapshot[]
  goals: GoalSnapshot[]
  tasks: TaskSnapshot[]
  fund: FundSnapshot
  /** The stated balance of the main wallet, in reais. */
  balance: number
  /** The names of the wallets. */
  wallets: string[]
  rules: RuleSnapshot[]
  mei: MeiSnapshot
}

/** One action on a screen. `undo` undoes the one before it, with the control that is offered for it. */
export type ChaosStep =
  | { do: 'record'; description: string; amount: number; type: 'income' | 'expense' }
  | { do: 'open wallet'; name: string }
  | { do: 'transfer'; description: string; amount: number; to: string }
  | { do: 'reprice'; of: string; amount: number }
  | { do: 'rename'; of: string; to: string }
  | { do: 'confirm'; of: string; isReceived: boolean }
  | { do: 'delete transaction'; of: string }
  | { do: 'attach'; of: string }
  | { do: 'categorise several'; all: readonly string[] }
  | { do: 'delete several'; all: readonly string[] }
  | { do: 'add rule'; text: string; category: string }
  | { do: 'recategorise rule'; of: string; category: string }
  | { do: 'delete rule'; of: string }
  | { do: 'mark invoice'; of: string }
  | { do: 'configure MEI'; hasEmployee: boolean }
  | { do: 'deliver report' }
  | { do: 'set goal'; title: string; target: number }
  | { do: 'retarget'; of: string; target: number }
  | { do: 'progress'; of: string; amount: number }
  | { do: 'delete goal'; of: string }
  | { do: 'add task'; title: string; cost: number }
  | { do: 'retitle'; of: string; to: string }
  | { do: 'turn task'; of: string }
  | { do: 'delete task'; of: string }
  | { do: 'configure fund'; months: number }
  | { do: 'deposit'; amount: number }
  | { do: 'withdraw'; amount: number }
  | { do: 'state balance'; amount: number }
  | { do: 'undo' }

export const COMMANDS = 20

/** The category that several get at once. */
export const BATCH_CATEGORY = 'Serviços'
const RULE_CATEGORIES = ['Fornecedores', 'Marketing', 'Equipamentos']

/** The wallet in which everything but transfers is recorded. */
export const MAIN_WALLET = 'Conta principal'

/** The contents of the account before the connection is cut. */
export const initialAccount: AccountSnapshot = {
  transactions: [
    {
      description: 'Venda da manhã',
      amount: 180,
      type: 'income',
      status: 'settled',
      to: null,
      isService: false,
      hasInvoice: false,
      receipts: 0,
    },
    {
      description: 'Aluguel',
      amount: 90.5,
      type: 'expense',
      status: 'settled',
      to: null,
      isService: false,
      hasInvoice: false,
      receipts: 0,
    },
    {
      description: 'Encomenda A',
      amount: 300,
      type: 'income',
      status: 'pending',
      to: null,
      isService: false,
      hasInvoice: false,
      receipts: 0,
    },
    {
      description: 'Encomenda B',
      amount: 410.25,
      type: 'income',
      status: 'pending',
      to: null,
      isService: false,
      hasInvoice: false,
      receipts: 0,
    },
  ],
  goals: [
    { title: 'Forno', targetAmount: 90_000, currentAmount: 1000 },
    { title: 'Curso', targetAmount: 70_000, currentAmount: 0 },
  ],
  tasks: [
    { title: 'Ligar para a Aurora', estimatedCost: 0, completed: false },
    { title: 'Pagar o DAS', estimatedCost: 75, completed: false },
  ],
  fund: { targetMonths: 3, currentAmount: 2000 },
  balance: 4312.4,
  wallets: [MAIN_WALLET, 'Caixa'],
  rules: [{ text: 'aluguel', category: 'Aluguel' }],
  mei: { hasEmployee: false, isReported: false },
}

/** Numbers that the seed determines. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface ChaosPlan {
  steps: readonly ChaosStep[]
  /** The account with every effect once. */
  end: AccountSnapshot
}

/**
 * Twenty commands: three edits of one entity in a chain and a receipt of it, a deposit and a withdrawal, a deletion and its undo, a
 * new wallet with a transfer to it, a note, a profile and a report of the MEI; the others at random.
 */
export function makePlan(seed: number): ChaosPlan {
  const random = seededRandom(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const amount = (): number => Math.round((5 + random() * 400) * 100) / 100
  let now = structuredClone(initialAccount)
  const steps: ChaosStep[] = []
  let named = 0
  const name = (word: string): string => `${word} ${(named += 1)}`
  const go = (step: ChaosStep): void => {
    now = applyStep(now, step)
    steps.push(step)
  }
  const goAndBack = (step: ChaosStep): void => {
    steps.push(step, { do: 'undo' })
  }

  const chained = name('Feira')
  const opened = name('Gaveta')
  const deleted = one<() => ChaosStep>([
    () => ({ do: 'delete transaction', of: one(now.transactions).description }),
    () => ({ do: 'delete goal', of: one(now.goals).title }),
    () => ({ do: 'delete task', of: one(now.tasks).title }),
    () => ({ do: 'delete several', all: now.transactions.slice(0, 2).map(({ description }) => description) }),
    () => ({ do: 'delete rule', of: one(now.rules).text }),
  ])
  const due: (() => void)[] = [
    () => go({ do: 'rename', of: now.transactions[0]!.description, to: chained }),
    () => go({ do: 'reprice', of: chained, amount: amount() }),
    () => go({ do: 'reprice', of: chained, amount: amount() }),
    () => go({ do: 'attach', of: chained }),
    () => go({ do: 'deposit', amount: amount() }),
    () => go({ do: 'withdraw', amount: 50 }),
    () => goAndBack(deleted()),
    () => go({ do: 'categorise several', all: earlierIncome(now) }),
    () => go({ do: 'add rule', text: name('palavra'), category: one(RULE_CATEGORIES) }),
    () => go({ do: 'recategorise rule', of: one(now.rules).text, category: one(RULE_CATEGORIES) }),
    () => go({ do: 'mark invoice', of: one(unmarked(now)).description }),
    () => go({ do: 'configure MEI', hasEmployee: true }),
    () => go({ do: 'deliver report' }),
    () => go({ do: 'open wallet', name: opened }),
    () => go({ do: 'transfer', description: name('Depósito'), amount: amount(), to: opened }),
  ]
  // The first entity stays until its chain is done, and other steps need it too.
  const spare = <T extends { description?: string; title?: string; text?: string }>(list: readonly T[]): T[] => list.slice(1)
  const others: (() => void)[] = [
    () => go({ do: 'record', description: name('Venda'), amount: amount(), type: one(['income', 'expense']) }),
    () => go({ do: 'reprice', of: one(spare(now.transactions)).description, amount: amount() }),
    () => go({ do: 'rename', of: one(spare(now.transactions)).description, to: name('Nota') }),
    () => go({ do: 'attach', of: one(now.transactions).description }),
    () => pending(now).length > 0 && go({ do: 'confirm', of: one(pending(now)).description, isReceived: random() < 0.6 }),
    () => now.transactions.length > 3 && go({ do: 'delete transaction', of: one(spare(now.transactions)).description }),
    () => go({ do: 'set goal', title: name('Meta'), target: 20_000 + Math.round(amount()) }),
    () => go({ do: 'retarget', of: one(now.goals).title, target: 50_000 + Math.round(amount()) }),
    () => go({ do: 'progress', of: one(now.goals).title, amount: amount() }),
    () => goAndBack({ do: 'progress', of: one(now.goals).title, amount: amount() }),
    () => now.goals.length > 1 && go({ do: 'delete goal', of: one(spare(now.goals)).title }),
    () => go({ do: 'add task', title: name('Tarefa'), cost: Math.round(amount()) }),
    () => go({ do: 'retitle', of: one(now.tasks).title, to: name('Item') }),
    () => go({ do: 'turn task', of: one(now.tasks).title }),
    () => now.tasks.length > 1 && go({ do: 'delete task', of: one(spare(now.tasks)).title }),
    () => go({ do: 'configure fund', months: one([1, 2, 3, 6, 12].filter((months) => months !== now.fund.targetMonths)) }),
    () => go({ do: 'deposit', amount: amount() }),
    () => goAndBack({ do: 'deposit', amount: amount() }),
    () => go({ do: 'withdraw', amount: 20 }),
    () => go({ do: 'state balance', amount: amount() }),
    () => go({ do: 'transfer', description: name('Saque'), amount: amount(), to: one(now.wallets.slice(1)) }),
    () => go({ do: 'add rule', text: name('palavra'), category: one(RULE_CATEGORIES) }),
    () => now.rules.length > 1 && go({ do: 'delete rule', of: one(spare(now.rules)).text }),
    () =>
      now.transactions.length > 5 &&
      go({
        do: 'delete several',
        all: spare(now.transactions)
          .slice(-2)
          .map(({ description }) => description),
      }),
  ]
  while (steps.length < COMMANDS) {
    const left = COMMANDS - steps.length
    const needed = due.length + 1
    const [next] = due
    if (next && (left <= needed || random() < 0.4)) {
      due.shift()
      next()
    } else one(left === 1 ? others.filter((_, index) => index !== 9 && index !== 17) : others)()
  }
  return { steps, end: now }
}

/** The account after a step. */
export function applyStep(before: AccountSnapshot, step: ChaosStep): AccountSnapshot {
  const now = structuredClone(before)
  const transaction = 'of' in step ? now.transactions.find(({ description }) => description === step.of) : undefined
  const goal = 'of' in step ? now.goals.find(({ title }) => title === step.of) : undefined
  const task = 'of' in step ? now.tasks.find(({ title }) => title === step.of) : undefined
  const rule = 'of' in step ? now.rules.find(({ text }) => text === step.of) : undefined
  switch (step.do) {
    case 'record':
      now.transactions.push({
        description: step.description,
        amount: step.amount,
        type: step.type,
        status: 'settled',
        to: null,
        isService: false,
        hasInvoice: false,
        receipts: 0,
      })
      break
    case 'open wallet':
      now.wallets.push(step.name)
      break
    case 'transfer':
      now.transactions.push({
        description: step.description,
        amount: step.amount,
        type: 'transfer',
        status: 'settled',
        to: step.to,
        isService: false,
        hasInvoice: false,
        receipts: 0,
      })
      break
    case 'reprice':
      transaction!.amount = step.amount
      break
    case 'rename':
      transaction!.description = step.to
      break
    case 'confirm':
      transaction!.status = step.isReceived ? 'settled' : 'not_received'
      break
    case 'attach':
      transaction!.receipts += 1
      break
    case 'delete transaction':
      now.transactions = now.transactions.filter((each) => each !== transaction)
      break
    case 'categorise several':
      for (const each of now.transactions) if (step.all.includes(each.description)) each.isService = true
      break
    case 'delete several':
      now.transactions = now.transactions.filter(({ description }) => !step.all.includes(description))
      break
    case 'add rule':
      now.rules.push({ text: step.text, category: step.category })
      break
    case 'recategorise rule':
      rule!.category = step.category
      break
    case 'delete rule':
      now.rules = now.rules.filter((each) => each !== rule)
      break
    case 'mark invoice':
      transaction!.hasInvoice = true
      break
    case 'configure MEI':
      now.mei.hasEmployee = step.hasEmployee
      break
    case 'deliver report':
      now.mei.isReported = true
      break
    case 'set goal':
      now.goals.push({ title: step.title, targetAmount: step.target, currentAmount: 0 })
      break
    case 'retarget':
      goal!.targetAmount = step.target
      break
    case 'progress':
      goal!.currentAmount = sum(goal!.currentAmount, step.amount)
      break
    case 'delete goal':
      now.goals = now.goals.filter((each) => each !== goal)
      break
    case 'add task':
      now.tasks.push({ title: step.title, estimatedCost: step.cost, completed: false })
      break
    case 'retitle':
      task!.title = step.to
      break
    case 'turn task':
      task!.completed = !task!.completed
      break
    case 'delete task':
      now.tasks = now.tasks.filter((each) => each !== task)
      break
    case 'configure fund':
      now.fund.targetMonths = step.months
      break
    case 'deposit':
      now.fund.currentAmount = sum(now.fund.currentAmount, step.amount)
      break
    case 'withdraw':
      now.fund.currentAmount = sum(now.fund.currentAmount, -step.amount)
      break
    case 'state balance':
      now.balance = step.amount
      break
    case 'undo':
      throw new Error('What it takes back is left out.')
  }
  return now
}

/** The account in a canonical order, for comparisons. */
export function sortSnapshot({ transactions, goals, tasks, fund, balance, wallets, rules, mei }: AccountSnapshot): AccountSnapshot {
  const by = <T>(list: readonly T[], of: (each: T) => string): T[] => [...list].sort((one, other) => (of(one) < of(other) ? -1 : 1))
  return {
    transactions: by(transactions, ({ description }) => description),
    goals: by(goals, ({ title }) => title),
    tasks: by(tasks, ({ title }) => title),
    fund,
    balance,
    wallets: [...wallets].sort(),
    rules: by(rules, ({ text }) => text),
    mei,
  }
}

export function isSame(one: AccountSnapshot, other: AccountSnapshot): boolean {
  return isDeepStrictEqual(sortSnapshot(one), sortSnapshot(other))
}

/** Income from before the run: what a form remembers of new sales is not changed with it. */
function earlierIncome({ transactions }: AccountSnapshot): string[] {
  const income = transactions.filter(({ type, description }) => type === 'income' && !/^Venda \d/.test(description))
  return income.slice(0, 2).map(({ description }) => description)
}

function unmarked({ transactions }: AccountSnapshot): TransactionSnapshot[] {
  return transactions.filter(({ type, hasInvoice }) => type === 'income' && !hasInvoice)
}

function pending({ transactions }: AccountSnapshot): TransactionSnapshot[] {
  return transactions.filter(({ status }) => status === 'pending')
}

/** A sum of reais without the errors of floating point. */
function sum(one: number, other: number): number {
  return (Math.round(one * 100) + Math.round(other * 100)) / 100
}
