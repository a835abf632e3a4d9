import { openAccount } from '@prumo/backend/access/registration'
import type { NewSession } from '@prumo/backend/access/sessions'
import { defineCommands, type CommandContext, type ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { emergencyFundDecider } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { goalDecider } from '@prumo/backend/goals/goal.decider'
import { taskDecider } from '@prumo/backend/tasks/task.decider'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { v7 as newId } from 'uuid'
import { transactionAt } from '../append/sale.js'

/** An account with one of everything that the commands change. */
export interface MixAccount {
  id: string
  /** A transaction to correct. */
  sale: string
  /** A scheduled transaction, and whether it is confirmed. */
  scheduled: string
  confirmed: boolean
  goal: string
  task: string
  /** Entities that are deleted and restored alternately. */
  spare: Record<'transaction' | 'goal' | 'task', { id: string; deleted: boolean }>
}

const nothing = () => null
const onTransaction = defineCommands(transactionDecider, nothing)
const onGoal = defineCommands(goalDecider, nothing)
const onTask = defineCommands(taskDecider, nothing)
const onFund = defineCommands(emergencyFundDecider, nothing)

const profile = {
  name: 'Ana Souza',
  businessName: 'Ateliê Ana',
  businessType: 'Serviços',
  monthlyIncome: 500_000,
  mainDifficulties: [],
} as const
const goal = {
  title: 'Forno novo',
  targetAmount: 99_000_000_000,
  currentAmount: 0,
  deadline: '2027-06-30',
  category: 'Equipamentos',
  priority: 'medium',
} as const
const task = { title: 'Encomendar embalagens', type: 'task', estimatedCost: 5_000, estimatedDate: '2026-12-01', priority: 'high' } as const
const fund = { targetMonths: 3, monthlyExpenseAverage: 300_000, currentAmount: 10_000_000_000 } as const

/** More at once would wait for a connection longer than the product allows. */
const OPENED_AT_ONCE = 32

/** Opens accounts with what the mix needs. @param sessionOf creates the session of an account */
export async function openAccounts(
  writePath: WritePath,
  count: number,
  sessionOf?: (accountId: string) => NewSession,
): Promise<MixAccount[]> {
  const accounts: MixAccount[] = []
  while (accounts.length < count) {
    const next = Math.min(OPENED_AT_ONCE, count - accounts.length)
    accounts.push(...(await Promise.all(Array.from({ length: next }, () => openOne(writePath, sessionOf)))))
  }
  return accounts
}

async function openOne(writePath: WritePath, sessionOf?: (accountId: string) => NewSession): Promise<MixAccount> {
  const spare = () => ({ id: newId(), deleted: false })
  const account: MixAccount = {
    id: newId(),
    sale: newId(),
    scheduled: newId(),
    confirmed: false,
    goal: newId(),
    task: newId(),
    spare: { transaction: spare(), goal: spare(), task: spare() },
  }
  const { id: accountId } = account
  const details = { ...profile, email: `${accountId}@exemplo.com`, mainDifficulties: [] }
  const session = sessionOf?.(accountId)
  await writePath.execute(openAccount({ accountId, source: 'app', details, passwordHash: 'none', ...(session && { session }) }))
  const context = { accountId, actor: accountId, source: 'app' as const }
  for (const command of firstCommands(context, account)) await writePath.execute(command)
  return account
}

function firstCommands(context: CommandContext, account: MixAccount): ExecuteCommand[] {
  const { transactionDate: date, ...rest } = transactionAt(0)
  const recorded = (id: string, isScheduled: boolean) =>
    onTransaction(context, id, { type: 'RecordTransaction', details: { ...rest, date, isScheduled } })
  return [
    recorded(account.sale, false),
    recorded(account.scheduled, true),
    recorded(account.spare.transaction.id, false),
    ...[account.goal, account.spare.goal.id].map((id) => onGoal(context, id, { type: 'SetGoal', details: goal })),
    ...[account.task, account.spare.task.id].map((id) =>
      onTask(context, id, { type: 'AddTask', details: task, today: task.estimatedDate }),
    ),
    onFund(context, account.id, { type: 'ConfigureFund', settings: fund }),
  ]
}
