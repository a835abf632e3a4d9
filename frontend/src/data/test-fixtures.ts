import { entities } from './entities'
import { registerEntities } from './sync/entity-registry'
import type { Task } from '@prumo/shared/tasks'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import { defaultDetails } from './transaction-commands'
import type { Command, QueuedCommand, NewCommand, CommandStatus } from './sync/command'
import type { PositionedAnswer, AnswerPosition } from './sync/optimistic'

registerEntities(entities)

/** Fixtures for tests: queues of commands as devices have them, and entities. */

/** The account of the tests; a UUID, because the main wallet's id is made from it. */
export const TEST_ACCOUNT = '0190d3a0-0000-7000-8000-0000000000aa'

let created = 0

/** A command as the outbox creates it. */
export function storedCommand(newCommand: NewCommand): Command {
  created += 1
  return { ...newCommand, account: TEST_ACCOUNT, id: `c${created}`, key: `k${created}`, at: '2026-11-20T12:00:00.000Z' }
}

/** Commands in order, all waiting. */
export function queueOf(...newCommands: NewCommand[]): QueuedCommand[] {
  return newCommands.map((each, index) => ({
    position: index + 1,
    command: storedCommand(each),
    status: { is: 'waiting' },
    attempts: 0,
    isUncertain: false,
  }))
}

export function withStatus(item: QueuedCommand, now: CommandStatus): QueuedCommand {
  return { ...item, status: now }
}

/** What an answer at a position reflects. @param included the positions of commands by key */
export function positionAt(seq: number, included: AnswerPosition['included'] = {}): AnswerPosition {
  return { log: 'l', seq, included }
}

export function answerAt<T>(seq: number, data: T): PositionedAnswer<T> {
  return { ...positionAt(seq), at: 0, data }
}

/** An open task without a cost, version 3, with these fields replaced. */
export function aTask(about: Partial<Task> = {}): Task {
  return {
    id: 't1',
    userId: TEST_ACCOUNT,
    title: 'Pagar DAS',
    type: 'task',
    priority: 'high',
    estimatedCost: 0,
    estimatedDate: '2026-11-20',
    completed: false,
    createdAt: '2026-11-19T12:00:00.000Z',
    updatedAt: '2026-11-19T12:00:00.000Z',
    version: 3,
    ...about,
  }
}

/** A settled income of R$ 100,00 on 20 November, version 3, with these fields replaced. */
export function aTransaction(about: Partial<Transaction> = {}): Transaction {
  return {
    ...defaultDetails,
    id: 'x1',
    userId: TEST_ACCOUNT,
    description: 'Venda no balcão',
    amount: 10_000,
    type: 'income',
    category: 'Vendas',
    date: '2026-11-20',
    isScheduled: false,
    isConfirmed: true,
    isReceived: true,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    version: 3,
    ...about,
  }
}

/** An empty bank account that is the main wallet, with these fields replaced. */
export function aWallet(about: Partial<Wallet> = {}): Wallet {
  return {
    id: 'w1',
    userId: TEST_ACCOUNT,
    name: 'Inter',
    kind: 'bank',
    closingDay: null,
    dueDay: null,
    isMain: true,
    archived: false,
    order: 0,
    balance: { amount: 0, date: '2026-11-20', source: 'sums' },
    statedOn: null,
    statementAccounts: [],
    createdAt: '2026-11-01T12:00:00.000Z',
    updatedAt: '2026-11-01T12:00:00.000Z',
    version: 1,
    ...about,
  }
}
