import type { LiveEntity } from '@prumo/shared/live'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { Goal } from '@prumo/shared/goals'
import type { AcceptedImport } from '@prumo/shared/imports'
import { toReais } from '@prumo/shared/money-fields'
import { accountCommands } from './account-commands'
import { attachmentCommands } from './attachment-commands'
import { balanceCommands } from './balance-commands'
import { batchCommands } from './batch-commands'
import type { Command, CommandCall, Entity } from './sync/command'
import { aTask, aTransaction, aWallet } from './test-fixtures'
import { applyCommand, kindOf, invertCommand, wordsOf } from './sync/entity-registry'
import { fundCommands } from './emergency-fund-commands'
import { goalCommands } from './goal-commands'
import { importCommands } from './import-commands'
import { monthCommands } from './month-commands'
import { recurrenceCommands } from './recurrence-commands'
import { meiCommands, meiDeliveryCommands } from './mei-commands'
import { ruleCommands } from './rule-commands'
import { taskCommands } from './task-commands'
import { transactionCommands } from './transaction-commands'
import { walletCommands } from './wallet-commands'

/**
 * Commands as devices store them. A release must send what an earlier one stored, exactly as written here. A new shape needs a new
 * name and a new line; changing or removing a line breaks devices.
 */

const sale = aTransaction({ id: 'x1' })
const receipt = { id: 'n1', transactionId: 'x1', name: 'Cupom.jpg', type: 'image/jpeg', size: 2120, version: 1 } as Entity
const task = aTask({ id: 't1' })
const wallet = aWallet({ id: 'w1' })
const rule = { id: 'r1', text: 'feira', type: null, category: 'Feira', description: null, uses: 3, version: 2 } as Entity
const stamps = { userId: 'a', createdAt: '2026-11-19T12:00:00.000Z', updatedAt: '2026-11-19T12:00:00.000Z', version: 3 }
const goal: Goal = {
  id: 'g1',
  title: 'Forno',
  targetAmount: 800_000,
  currentAmount: 100_000,
  deadline: '2027-01-10',
  category: 'Equipamentos',
  priority: 'high',
  completed: false,
  ...stamps,
}
const fund: EmergencyFund = {
  id: 'a',
  userId: 'a',
  targetMonths: 3,
  monthlyExpenseAverage: 300_000,
  currentAmount: 50_000,
  targetAmount: 900_000,
  version: 3,
}

const imported: AcceptedImport = {
  id: 'i1',
  fileName: 'extrato.ofx',
  format: 'ofx',
  bank: 'Inter',
  walletId: 'w1',
  closing: null,
  from: '2026-11-20',
  to: '2026-11-21',
  count: 2,
  income: 10_000,
  expense: 38_670,
  settled: 1,
  createdAt: '2026-11-23T12:00:00.000Z',
  undoneAt: null,
  keptCount: 0,
  version: 1,
}

type StoredCommandCase = [name: string, entity: LiveEntity, id: string, args: unknown, on: Entity | null, request: CommandCall]

const saleArgs = {
  type: 'expense',
  amount: 38_670,
  description: 'Embalagens',
  category: null,
  note: 'Sem nota',
  date: '2026-11-20',
  isScheduled: false,
}
const goalArgs = {
  title: 'Forno',
  targetAmount: 800_000,
  currentAmount: 0,
  deadline: '2027-01-10',
  category: 'Equipamentos',
  priority: 'high',
}
const taskArgs = { title: 'Pagar DAS', type: 'task', priority: 'high', estimatedCost: 7500, estimatedDate: '2026-11-20' }

const rentDetails = { type: 'expense', description: 'Aluguel', category: 'Aluguel', amount: 210_000, date: '2026-12-07', instalment: null }
const rentArgs = {
  kind: 'recurring',
  type: 'expense',
  description: 'Aluguel',
  category: 'Aluguel',
  amount: 210_000,
  start: '2026-12-05',
  every: 'month',
  interval: 1,
  weekend: 'after',
  count: null,
  until: null,
}
const rent: Entity & Record<string, unknown> = { id: 'r1', userId: 'a', ...rentArgs, endedAt: null, next: '2026-12-07', version: 2 }

const stored: StoredCommandCase[] = [
  [
    'transaction.record',
    'transaction',
    'x2',
    saleArgs,
    null,
    {
      method: 'POST',
      path: '/transactions',
      body: {
        id: 'x2',
        type: 'expense',
        amount: 386.7,
        description: 'Embalagens',
        category: null,
        note: 'Sem nota',
        transactionDate: '2026-11-20',
        isScheduled: false,
      },
    },
  ],
  [
    'transaction.correct',
    'transaction',
    'x1',
    { amount: 12_000, date: '2026-11-21' },
    sale,
    { method: 'PUT', path: '/transactions/x1', body: { amount: 120, transactionDate: '2026-11-21' } },
  ],
  [
    'transaction.confirm',
    'transaction',
    'x1',
    { isConfirmed: true, isReceived: false },
    sale,
    { method: 'PUT', path: '/transactions/x1', body: { isConfirmed: true, isReceived: false } },
  ],
  [
    'transaction.confirm',
    'transaction',
    'x1',
    { isConfirmed: true, isReceived: true, date: '2026-11-21' },
    sale,
    { method: 'PUT', path: '/transactions/x1', body: { isConfirmed: true, isReceived: true, transactionDate: '2026-11-21' } },
  ],
  [
    'transaction.record',
    'transaction',
    'x3',
    { ...saleArgs, type: 'transfer', walletId: 'w1', toWalletId: 'w2', toDate: '2026-11-21' },
    null,
    {
      method: 'POST',
      path: '/transactions',
      body: {
        id: 'x3',
        type: 'transfer',
        amount: 386.7,
        description: 'Embalagens',
        category: null,
        note: 'Sem nota',
        walletId: 'w1',
        toWalletId: 'w2',
        toDate: '2026-11-21',
        transactionDate: '2026-11-20',
        isScheduled: false,
      },
    },
  ],
  [
    'transaction.correct',
    'transaction',
    'x1',
    { type: 'transfer', walletId: 'w1', toWalletId: 'w2', category: null },
    sale,
    { method: 'PUT', path: '/transactions/x1', body: { type: 'transfer', walletId: 'w1', toWalletId: 'w2', category: null } },
  ],
  ['transaction.delete', 'transaction', 'x1', null, sale, { method: 'DELETE', path: '/transactions/x1' }],
  ['transaction.restore', 'transaction', 'x1', null, sale, { method: 'POST', path: '/transactions/x1/restore' }],
  [
    'attachment.add',
    'attachment',
    'n1',
    { name: 'Cupom & nota.jpg', type: 'image/jpeg', size: 2120, transaction: sale },
    null,
    { method: 'POST', path: '/transactions/x1/attachments?id=n1&name=Cupom+%26+nota.jpg', timeoutMs: 120_000 },
  ],
  ['attachment.remove', 'attachment', 'n1', { transaction: sale }, receipt, { method: 'DELETE', path: '/attachments/n1' }],
  ['attachment.restore', 'attachment', 'n1', { transaction: sale }, receipt, { method: 'POST', path: '/attachments/n1/restore' }],
  ['goal.set', 'goal', 'g2', goalArgs, null, { method: 'POST', path: '/goals', body: { id: 'g2', ...goalArgs, targetAmount: 8000 } }],
  ['goal.correct', 'goal', 'g1', { targetAmount: 900_000 }, goal, { method: 'PUT', path: '/goals/g1', body: { targetAmount: 9000 } }],
  ['goal.progress', 'goal', 'g1', { centavos: 12_345 }, goal, { method: 'PATCH', path: '/goals/g1/progress', body: { amount: 123.45 } }],
  ['goal.delete', 'goal', 'g1', null, goal, { method: 'DELETE', path: '/goals/g1' }],
  ['goal.restore', 'goal', 'g1', null, goal, { method: 'POST', path: '/goals/g1/restore' }],
  ['task.add', 'task', 't2', taskArgs, null, { method: 'POST', path: '/tasks', body: { id: 't2', ...taskArgs, estimatedCost: 75 } }],
  ['task.correct', 'task', 't1', { title: 'Pagar o DAS' }, task, { method: 'PUT', path: '/tasks/t1', body: { title: 'Pagar o DAS' } }],
  ['task.complete', 'task', 't1', true, task, { method: 'PUT', path: '/tasks/t1', body: { completed: true } }],
  ['task.delete', 'task', 't1', null, task, { method: 'DELETE', path: '/tasks/t1' }],
  ['task.restore', 'task', 't1', null, task, { method: 'POST', path: '/tasks/t1/restore' }],
  [
    'fund.configure',
    'emergency-fund',
    'a',
    { settings: { targetMonths: 6 }, spentCentavos: null },
    fund,
    { method: 'PUT', path: '/emergency-fund', body: { targetMonths: 6 } },
  ],
  [
    'fund.deposit',
    'emergency-fund',
    'a',
    { centavos: 5000, description: null, spentCentavos: 0 },
    fund,
    { method: 'POST', path: '/emergency-fund/add', body: { amount: 50, description: null } },
  ],
  [
    'fund.withdraw',
    'emergency-fund',
    'a',
    { centavos: 5000, description: 'Gás', spentCentavos: 0 },
    fund,
    { method: 'POST', path: '/emergency-fund/withdraw', body: { amount: 50, description: 'Gás' } },
  ],
  [
    'fund.adjust',
    'emergency-fund',
    'a',
    { centavos: 45_000 },
    fund,
    { method: 'PUT', path: '/emergency-fund', body: { currentAmount: 450 } },
  ],
  [
    'import.accept',
    'import',
    'i1',
    {
      fileName: 'extrato.ofx',
      format: 'ofx',
      bank: 'Inter',
      account: null,
      walletId: 'w1',
      closing: { date: '2026-11-23', balance: 431_240 },
      rows: [
        { id: 'x5', key: 'k5', date: '2026-11-20', amount: 38_670, type: 'expense', description: 'Pix', category: 'Outros', state: 'new' },
        {
          id: 'x6',
          key: 'k6',
          date: '2026-11-21',
          amount: 10_000,
          type: 'income',
          description: 'Pix',
          category: null,
          state: 'expected',
          settles: sale,
        },
        {
          id: 'x7',
          key: 'k7',
          date: '2026-11-21',
          amount: 10_000,
          type: 'expense',
          description: 'Saque',
          category: null,
          state: 'other_side',
          joins: sale,
        },
        {
          id: 'x8',
          key: 'k8',
          date: '2026-11-21',
          amount: 900,
          type: 'expense',
          description: 'Fatura',
          category: null,
          state: 'new',
          otherWallet: 'w2',
        },
      ],
      isCompared: true,
    },
    null,
    {
      method: 'POST',
      path: '/imports',
      body: {
        id: 'i1',
        fileName: 'extrato.ofx',
        format: 'ofx',
        bank: 'Inter',
        account: null,
        walletId: 'w1',
        closing: { date: '2026-11-23', balance: 4312.4 },
        rows: [
          { id: 'x5', key: 'k5', date: '2026-11-20', amount: 386.7, type: 'expense', description: 'Pix', category: 'Outros' },
          { id: 'x6', key: 'k6', date: '2026-11-21', amount: 100, type: 'income', description: 'Pix', category: null, settles: 'x1' },
          { id: 'x7', key: 'k7', date: '2026-11-21', amount: 100, type: 'expense', description: 'Saque', category: null, joins: 'x1' },
          { id: 'x8', key: 'k8', date: '2026-11-21', amount: 9, type: 'expense', description: 'Fatura', category: null, toWalletId: 'w2' },
        ],
      },
    },
  ],
  [
    'balance.state',
    'balance',
    'a',
    { amount: -41_230, date: '2026-11-23' },
    { id: 'a', amount: 1000, date: '2026-11-20', version: 1 } as Entity,
    { method: 'PUT', path: '/balance', body: { amount: -412.3, date: '2026-11-23' } },
  ],
  ['import.undo', 'import', 'i1', null, imported, { method: 'POST', path: '/imports/i1/undo' }],
  [
    'recurrence.set',
    'recurrence',
    'r2',
    { recurrence: rentArgs, next: '2026-12-07', steps: [{ id: 'x7', on: null, after: { ...rentDetails, date: '2026-12-07' } }] },
    null,
    { method: 'POST', path: '/recurrences', body: { id: 'r2', ...rentArgs, amount: 2100 } },
  ],
  [
    'recurrence.correct',
    'recurrence',
    'r1',
    { changes: { from: '2026-12-05', amount: 225_000 }, steps: [{ id: 'x1', on: sale, after: { ...rentDetails, amount: 225_000 } }] },
    rent,
    { method: 'PUT', path: '/recurrences/r1', body: { from: '2026-12-05', amount: 2250 } },
  ],
  [
    'recurrence.end',
    'recurrence',
    'r1',
    { from: '2026-12-05', steps: [{ id: 'x1', on: sale, after: null }] },
    rent,
    { method: 'DELETE', path: '/recurrences/r1?from=2026-12-05' },
  ],
  // Only the id is known of an entity that this device has never read.
  [
    'recurrence.end',
    'recurrence',
    'r1',
    { from: '2026-12-05', steps: [] },
    null,
    { method: 'DELETE', path: '/recurrences/r1?from=2026-12-05' },
  ],
  [
    'recurrence.resume',
    'recurrence',
    'r1',
    { from: '2027-02-05', steps: [] },
    rent,
    { method: 'POST', path: '/recurrences/r1/resume', body: { from: '2027-02-05' } },
  ],
  [
    'wallet.open',
    'wallet',
    'w2',
    { name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10 },
    null,
    { method: 'POST', path: '/wallets', body: { id: 'w2', name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10 } },
  ],
  ['wallet.change', 'wallet', 'w1', { name: 'Inter PJ' }, wallet, { method: 'PUT', path: '/wallets/w1', body: { name: 'Inter PJ' } }],
  ['wallet.choose-main', 'wallet', 'w1', null, wallet, { method: 'PUT', path: '/wallets/w1', body: { isMain: true } }],
  ['wallet.archive', 'wallet', 'w1', null, wallet, { method: 'POST', path: '/wallets/w1/archive' }],
  ['wallet.unarchive', 'wallet', 'w1', null, wallet, { method: 'POST', path: '/wallets/w1/unarchive' }],
  ['wallet.delete', 'wallet', 'w1', null, wallet, { method: 'DELETE', path: '/wallets/w1' }],
  [
    'wallet.state-balance',
    'wallet',
    'w1',
    { amount: -41_230, date: '2026-11-23' },
    wallet,
    { method: 'PUT', path: '/wallets/w1/balance', body: { amount: -412.3, date: '2026-11-23' } },
  ],
  [
    'batch.change',
    'batch',
    'b1',
    { rows: [sale], change: { category: 'Feira', date: '2026-11-23' }, versions: { x1: 3 } },
    null,
    {
      method: 'POST',
      path: '/transactions/batch',
      body: { ids: ['x1'], change: { category: 'Feira', transactionDate: '2026-11-23' }, versions: { x1: 3 } },
    },
  ],
  [
    'batch.change',
    'batch',
    'b1',
    { rows: [sale], change: null, versions: {} },
    null,
    { method: 'POST', path: '/transactions/batch', body: { ids: ['x1'], delete: true, versions: {} } },
  ],
  [
    'batch.undo',
    'batch',
    'b1',
    { rows: [sale], change: null, versions: {} },
    { id: 'b1', version: 1, seq: 12 } as Entity,
    { method: 'POST', path: '/activity/11/undo', body: {} },
  ],
  [
    'rule.add',
    'rule',
    'r2',
    { text: 'feira', type: 'expense', category: 'Feira', description: null },
    null,
    { method: 'POST', path: '/rules', body: { id: 'r2', text: 'feira', type: 'expense', category: 'Feira', description: null } },
  ],
  ['rule.change', 'rule', 'r1', { category: 'Compras' }, rule, { method: 'PUT', path: '/rules/r1', body: { category: 'Compras' } }],
  ['rule.delete', 'rule', 'r1', null, rule, { method: 'DELETE', path: '/rules/r1' }],
  ['rule.restore', 'rule', 'r1', null, rule, { method: 'POST', path: '/rules/r1/restore' }],
  [
    'mei.set',
    'mei',
    'a',
    { openedOn: '2024-03-12', activities: ['industry'], closedOn: null, excludedCategories: ['Aporte'] },
    null,
    {
      method: 'PUT',
      path: '/mei',
      body: { openedOn: '2024-03-12', activities: ['industry'], closedOn: null, excludedCategories: ['Aporte'] },
    },
  ],
  [
    'mei.deliver',
    'mei-delivery',
    'monthly_report 2026-10',
    { kind: 'monthly_report', of: '2026-10', figures: null },
    null,
    { method: 'POST', path: '/mei/deliveries', body: { kind: 'monthly_report', of: '2026-10' } },
  ],
  ['month.close', 'month', '2026-10', { totals: null }, null, { method: 'POST', path: '/months/2026-10/close', body: {} }],
  [
    'month.reopen',
    'month',
    '2026-10',
    { reason: 'Faltou uma nota' },
    null,
    { method: 'POST', path: '/months/2026-10/reopen', body: { reason: 'Faltou uma nota' } },
  ],
  ['account.empty', 'account', 'a', null, null, { method: 'POST', path: '/data/reset', body: { confirm: true } }],
]

it.each(stored)('%s is sent as it was meant', (name, entity, entityId, args, base, request) => {
  const command: Command = { account: 'a', id: 'c1', key: 'k1', at: '2026-11-20T12:00:00.000Z', name, entity, entityId, args, base }
  expect(toReais(kindOf(command)?.request(command, { activity: [{ position: 11 }] }))).toEqual(request)
  expect(Object.values(wordsOf(command)).join(' ')).not.toMatch(/undefined|NaN|null/)
  // Applying and inverting must not fail on it either.
  applyCommand(base, command)
  invertCommand(command)
})

it('every command that this release can store has a line', () => {
  const names = Object.keys({
    ...transactionCommands,
    ...goalCommands,
    ...taskCommands,
    ...fundCommands,
    ...balanceCommands,
    ...importCommands,
    ...recurrenceCommands,
    ...accountCommands,
    ...walletCommands,
    ...batchCommands,
    ...ruleCommands,
    ...meiCommands,
    ...meiDeliveryCommands,
    ...monthCommands,
    // What is derived is never stored.
    ...Object.fromEntries(Object.entries(attachmentCommands).filter(([, kind]) => !('accumulates' in kind))),
  })
  expect([...new Set(stored.map(([name]) => name))].sort()).toEqual(names.sort())
})
