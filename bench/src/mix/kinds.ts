import { emergencyFundDecider } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { defineCommands, type CommandContext, type ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import { goalDecider, toGoal } from '@prumo/backend/goals/goal.decider'
import { accountDecider, toUser } from '@prumo/backend/identity/account.decider'
import { taskDecider, toTask } from '@prumo/backend/tasks/task.decider'
import { toTransaction, transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { v7 as newId } from 'uuid'
import { transactionAt } from '../append/sale.js'
import type { MixAccount } from './accounts.js'

/** One step of a person: as a command for the write path, and as the request that issues it. */
export interface MixStep {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api/`. */
  path: string
  body?: Record<string, unknown>
  command: (context: CommandContext) => ExecuteCommand
}

/** A kind of command as people use it. */
export interface MixKind {
  name: string
  /** The percentage of the mix. */
  share: number
  /** The next step for an account. @param n an integer that differs each time */
  next: (account: MixAccount, n: number) => MixStep
}

const TODAY = '2026-11-21'
const onTransaction = defineCommands(transactionDecider, (state) => ({ transaction: toTransaction(state) }))
const onGoal = defineCommands(goalDecider, (state) => ({ goal: toGoal(state) }))
const onTask = defineCommands(taskDecider, (state) => ({ task: toTask(state) }))
const onFund = defineCommands(emergencyFundDecider, (state) => state)
const onProfile = defineCommands(accountDecider, (state) => ({ user: toUser(state) }))

/** A whole amount in both units, never the same twice in a row. */
const amountOf = (n: number) => ({ reais: (n % 90_000) + 1, centavos: ((n % 90_000) + 1) * 100 })

/**
 * Every kind of command except the opening of an account, which waits for a password's hash. Kinds that undo each other
 * alternate as one kind: deleting and restoring, confirming and unconfirming.
 */
export const kinds: readonly MixKind[] = [
  {
    name: 'record a transaction',
    share: 30,
    next(_, n) {
      const [id, { transactionDate, ...rest }, { reais, centavos: amount }] = [newId(), transactionAt(n), amountOf(n)]
      const details = { ...rest, date: transactionDate, amount }
      const body = { id, ...rest, transactionDate, amount: reais }
      return {
        method: 'POST',
        path: 'transactions',
        body,
        command: (context) => onTransaction(context, id, { type: 'RecordTransaction', details }),
      }
    },
  },
  {
    name: 'correct a transaction',
    share: 10,
    next: ({ sale }, n) => ({
      method: 'PUT',
      path: `transactions/${sale}`,
      body: { amount: amountOf(n).reais },
      command: (context) => onTransaction(context, sale, { type: 'CorrectTransaction', changes: { amount: amountOf(n).centavos } }),
    }),
  },
  {
    name: 'confirm a transaction, or take it back',
    share: 12,
    next(account) {
      const changes = { isConfirmed: (account.confirmed = !account.confirmed) }
      const command: MixStep['command'] = (context) => onTransaction(context, account.scheduled, { type: 'CorrectTransaction', changes })
      return { method: 'PUT', path: `transactions/${account.scheduled}`, body: changes, command }
    },
  },
  alternating('transaction', 6, 'transactions', (context, id, restores) =>
    onTransaction(context, id, { type: restores ? 'RestoreTransaction' : 'DeleteTransaction' }),
  ),
  {
    name: 'set a goal',
    share: 3,
    next(_, n) {
      const [id, { reais, centavos }] = [newId(), amountOf(n)]
      const details = { title: 'Forno novo', deadline: '2027-06-30', category: 'Equipamentos', priority: 'medium' } as const
      const command: MixStep['command'] = (context) =>
        onGoal(context, id, { type: 'SetGoal', details: { ...details, targetAmount: centavos, currentAmount: 0 } })
      return { method: 'POST', path: 'goals', body: { id, ...details, targetAmount: reais }, command }
    },
  },
  {
    name: 'correct a goal',
    share: 2,
    next: ({ goal }, n) => ({
      method: 'PUT',
      path: `goals/${goal}`,
      body: { currentAmount: amountOf(n).reais },
      command: (context) => onGoal(context, goal, { type: 'CorrectGoal', changes: { currentAmount: amountOf(n).centavos } }),
    }),
  },
  {
    name: 'progress a goal',
    share: 8,
    next: ({ goal }) => ({
      method: 'PATCH',
      path: `goals/${goal}/progress`,
      body: { amount: 1 },
      command: (context) => onGoal(context, goal, { type: 'ProgressGoal', amount: 100 }),
    }),
  },
  alternating('goal', 2, 'goals', (context, id, restores) => onGoal(context, id, { type: restores ? 'RestoreGoal' : 'DeleteGoal' })),
  {
    name: 'add a task',
    share: 5,
    next(_, n) {
      const [id, { reais, centavos }] = [newId(), amountOf(n)]
      const details = { title: 'Encomendar embalagens', type: 'task', estimatedDate: null, priority: 'high' } as const
      const command: MixStep['command'] = (context) =>
        onTask(context, id, { type: 'AddTask', details: { ...details, estimatedCost: centavos }, today: TODAY })
      return { method: 'POST', path: 'tasks', body: { id, ...details, estimatedCost: reais }, command }
    },
  },
  {
    name: 'correct a task',
    share: 2,
    next: ({ task }, n) => ({
      method: 'PUT',
      path: `tasks/${task}`,
      body: { estimatedCost: amountOf(n).reais },
      command: (context) => onTask(context, task, { type: 'CorrectTask', changes: { estimatedCost: amountOf(n).centavos }, today: TODAY }),
    }),
  },
  {
    name: 'complete a task, or reopen it',
    share: 7,
    next: ({ task }) => ({
      method: 'PATCH',
      path: `tasks/${task}/toggle`,
      command: (context) => onTask(context, task, { type: 'ToggleTask' }),
    }),
  },
  alternating('task', 2, 'tasks', (context, id, restores) => onTask(context, id, { type: restores ? 'RestoreTask' : 'DeleteTask' })),
  {
    name: 'configure the fund',
    share: 1,
    next: ({ id }, n) => ({
      method: 'PUT',
      path: 'emergency-fund',
      body: { monthlyExpenseAverage: amountOf(n).reais },
      command: (context) => onFund(context, id, { type: 'ConfigureFund', settings: { monthlyExpenseAverage: amountOf(n).centavos } }),
    }),
  },
  {
    name: 'deposit to the fund',
    share: 6,
    next: ({ id }) => ({
      method: 'POST',
      path: 'emergency-fund/add',
      body: { amount: 2, description: 'Sobra da semana' },
      command: (context) => onFund(context, id, { type: 'DepositToFund', amount: 200, description: 'Sobra da semana' }),
    }),
  },
  {
    name: 'withdraw from the fund',
    share: 3,
    next: ({ id }) => ({
      method: 'POST',
      path: 'emergency-fund/withdraw',
      body: { amount: 1, description: 'Conserto da batedeira' },
      command: (context) => onFund(context, id, { type: 'WithdrawFromFund', amount: 100, description: 'Conserto da batedeira' }),
    }),
  },
  {
    name: 'change the profile',
    share: 1,
    next: ({ id }, n) => ({
      method: 'PUT',
      path: 'auth/profile',
      body: { monthlyIncome: amountOf(n).reais },
      command: (context) => onProfile(context, id, { type: 'ChangeProfile', changes: { monthlyIncome: amountOf(n).centavos } }),
    }),
  },
]

/** Deletes a spare entity of an account, and restores it the next time. */
function alternating(
  entity: 'transaction' | 'goal' | 'task',
  share: number,
  path: string,
  command: (context: CommandContext, id: string, restores: boolean) => ExecuteCommand,
): MixKind {
  return {
    name: `delete a ${entity}, or restore it`,
    share,
    next({ spare }) {
      const { id, deleted: restores } = spare[entity]
      spare[entity].deleted = !restores
      return {
        method: restores ? 'POST' : 'DELETE',
        path: `${path}/${id}${restores ? '/restore' : ''}`,
        command: (context) => command(context, id, restores),
      }
    },
  }
}

/** The order of kinds in the mix: of a hundred steps each kind has its share, evenly spread. */
export const mixed: readonly MixKind[] = kinds
  .flatMap((kind, k) => Array.from({ length: kind.share }, (_, turn) => ({ kind, at: (turn + (k + 0.5) / kinds.length) / kind.share })))
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind)
