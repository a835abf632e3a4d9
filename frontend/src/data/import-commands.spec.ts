import type { Transaction } from '@prumo/shared/transactions'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import type { QueuedCommand } from './sync/command'
import { followersOf, nextToSend, withdraw } from './sync/queue'
import { aTransaction, answerAt, queueOf, positionAt, withStatus } from './test-fixtures'
import { acceptStatement, type AcceptedLine, type AcceptedStatement } from './import-commands'
import { kindOf, invertCommand } from './sync/entity-registry'
import { commandsAbout, unappliedChanges, isBehind, syncMarks } from './sync/optimistic'
import { correctTransaction } from './transaction-commands'
import { emptySummary, optimisticRows, applyToSummary } from './transactions'

const pending = aTransaction({
  id: 'p1',
  amount: 210_000,
  type: 'expense',
  isScheduled: true,
  isConfirmed: false,
  isReceived: false,
  date: '2026-11-05',
})

const row = (overrides: Partial<AcceptedLine> = {}): AcceptedLine => ({
  id: 'x1',
  key: 'k1',
  date: '2026-11-20',
  amount: 15_000,
  type: 'income',
  description: 'Pix recebido',
  category: 'Vendas',
  state: 'new',
  ...overrides,
})
const rent = row({ id: 'x2', key: 'k2', date: '2026-11-06', amount: 210_000, type: 'expense', state: 'expected', settles: pending })

const statement = (overrides: Partial<AcceptedStatement> = {}): AcceptedStatement => ({
  fileName: 'extrato.csv',
  format: 'csv',
  bank: 'Inter',
  account: null,
  walletId: null,
  closing: null,
  rows: [row(), rent],
  isCompared: true,
  ...overrides,
})

const queueAccepted = (overrides: Partial<AcceptedStatement> = {}) => queueOf(acceptStatement(statement(overrides), {}))
const firstOf = (items: readonly QueuedCommand[]): QueuedCommand => items[0] as QueuedCommand
const done = (item: QueuedCommand, seq: number) =>
  withStatus(item, { is: 'done', log: 'l', seq, before: null, after: { id: item.command.entityId, version: 1 } })

it('an accepted statement adds its transactions at once, and settles an expected one on the day of its line', () => {
  const queue = commandsAbout(queueAccepted(), 'transaction')
  const rows = optimisticRows([answerAt(4, { transactions: [pending], nextCursor: null })], {}, queue)
  expect(rows).toMatchObject([
    { id: 'x1', amount: 15_000, isReceived: true },
    { id: 'p1', date: '2026-11-06', isConfirmed: true, isReceived: true, isScheduled: true },
  ])
  expect(rows.every(({ importId }) => importId !== null)).toBe(true)
  const sums = applyToSummary({ ...emptySummary, scheduledExpense: 210_000 }, {}, unappliedChanges<Transaction>(queue, positionAt(4)))
  expect(sums).toMatchObject({ income: 15_000, expense: 210_000, scheduledExpense: 0, count: 2 })
})

it('an accepted statement is shown once beside an answer that includes it, before and after the command is answered', () => {
  const [item] = queueAccepted()
  const theirs = aTransaction({ id: 'x1', amount: 15_000, importId: item!.command.entityId, version: 1 })
  const pages = [{ ...answerAt(9, { transactions: [theirs], nextCursor: null }), included: { [item!.command.key]: 8 } }]
  expect(optimisticRows(pages, {}, commandsAbout([item!], 'transaction'))).toEqual([theirs])
  expect(optimisticRows(pages, {}, commandsAbout([done(item!, 8)], 'transaction'))).toEqual([theirs])
  // An older answer lacks it.
  expect(
    optimisticRows([answerAt(7, { transactions: [], nextCursor: null })], {}, commandsAbout([done(item!, 8)], 'transaction')),
  ).toHaveLength(2)
  expect(isBehind([item!], ['transaction'], positionAt(3))).toBe(true)
})

it('an accepted statement derives the same command objects while its status is unchanged', () => {
  const queue = queueAccepted()
  const [first, again] = [
    commandsAbout(queue, 'transaction'),
    commandsAbout(
      queue.map((item) => ({ ...item, attempts: 3 })),
      'transaction',
    ),
  ]
  expect(again.map(({ command }) => command)).toEqual(first.map(({ command }) => command))
  expect(again.every(({ command }, index) => command === first[index]?.command)).toBe(true)
  const [answered] = queue.map((item) => done(item, 8))
  expect(commandsAbout([answered!], 'transaction')[0]?.status).toBe(commandsAbout([{ ...answered! }], 'transaction')[0]?.status)
})

it('an accepted statement marks each of its rows as waiting, and later commands on a row wait behind it', () => {
  const [item] = queueAccepted()
  expect([...syncMarks(commandsAbout([item!], 'transaction'))]).toEqual([
    ['x1', 'waiting'],
    ['p1', 'waiting'],
  ])
  const edit = correctTransaction(aTransaction({ id: 'x1', version: 1 }), {
    ...noOptionalTexts,
    type: 'income',
    centavos: 900,
    description: 'Bolo',
    date: '2026-11-20',
    isScheduled: false,
  })
  const [, correction] = queueOf(acceptStatement(statement(), {}), edit!)
  const parked = withStatus(item!, { is: 'refused', at: 1, reason: { status: 409, code: 'CONFLICT', text: 'Já foi' } })
  expect(followersOf([item!, correction!], item!)).toEqual([correction])
  expect(nextToSend([parked, correction!])).toBeNull()
  // A command on one of its rows keeps it from being withdrawn.
  expect(withdraw([item!, correction!], item!.command.id)).toBeNull()
  expect(withdraw([item!], item!.command.id)).toMatchObject({ remove: [1] })
})

it('an accepted statement shows transfers between its wallet and others at once, and names those that it needs', () => {
  const deposit = aTransaction({ id: 'd1', amount: 15_000, type: 'expense', walletId: 'caixa', date: '2026-11-19' })
  const recorded = aTransaction({
    id: 't1',
    type: 'transfer',
    walletId: 'inter',
    toWalletId: 'caixa',
    date: '2026-11-14',
    toDate: '2026-11-14',
  })
  const rows = [
    row({ joins: deposit, state: 'other_side' }),
    row({ id: 'x2', key: 'k2', type: 'expense', joins: recorded, state: 'other_side', date: '2026-11-13' }),
    row({ id: 'x3', key: 'k3', type: 'expense', otherWallet: 'nubank' }),
    row({ id: 'x4', key: 'k4', otherWallet: 'caixa' }),
  ]
  const queue = queueAccepted({ walletId: 'inter', rows })
  const shown = optimisticRows(
    [answerAt(4, { transactions: [deposit, recorded], nextCursor: null })],
    {},
    commandsAbout(queue, 'transaction'),
  )
  expect(new Map(shown.map((each) => [each.id, each]))).toEqual(
    new Map(
      [
        { id: 'd1', type: 'transfer', walletId: 'caixa', toWalletId: 'inter', date: '2026-11-19', toDate: '2026-11-20', category: null },
        { id: 't1', type: 'transfer', walletId: 'inter', toWalletId: 'caixa', date: '2026-11-13', toDate: '2026-11-14' },
        { id: 'x3', type: 'transfer', category: null, walletId: 'inter', toWalletId: 'nubank', date: '2026-11-20', toDate: '2026-11-20' },
        { id: 'x4', type: 'transfer', walletId: 'caixa', toWalletId: 'inter', date: '2026-11-20', toDate: '2026-11-20' },
      ].map((each) => [each.id, expect.objectContaining(each) as Transaction]),
    ),
  )
  const { command } = firstOf(queue)
  expect(kindOf(command)?.dependencies?.(command)).toEqual(['inter', 'nubank', 'caixa'].map((entityId) => ({ entity: 'wallet', entityId })))
  expect(kindOf(command)?.request(command).body).toMatchObject({
    walletId: 'inter',
    rows: [{ joins: 'd1' }, { joins: 't1' }, { toWalletId: 'nubank' }, { fromWalletId: 'caixa' }],
  })
})

it('an accepted statement is undone by an import undo once the server has it', () => {
  const item = firstOf(queueAccepted())
  const undo = invertCommand(item.command, null)
  expect(undo).toMatchObject({ name: 'import.undo', entityId: item.command.entityId })
})

describe('the precheck', () => {
  const checkOf = (overrides: Partial<AcceptedStatement>, at = new Date().toISOString()) => {
    const { command } = firstOf(queueAccepted(overrides))
    return kindOf(command)?.precheck?.({ ...command, at }) ?? null
  }
  const answered = (...states: [string, string | null][]) => ({
    rows: states.map(([state, transactionId]) => ({ key: 'k', state, transactionId, category: null })),
  })

  it('is skipped right after a comparison', () => {
    expect(checkOf({})).toBeNull()
    expect(checkOf({}, '2026-11-20T12:00:00.000Z')).toMatchObject({ request: { path: '/imports/preview' } })
    expect(checkOf({ isCompared: false })).not.toBeNull()
  })

  it('allows lines with an unchanged state, and refuses others', () => {
    const { refusal } = checkOf({}, '2026-11-20T12:00:00.000Z')!
    expect(refusal(answered(['new', null], ['expected', 'p1']))).toBeNull()
    expect(refusal(answered(['known', 'x9'], ['expected', 'p1']))).toContain('1 de 2')
    expect(refusal(answered(['new', null], ['expected', 'p7']))).toContain('1 de 2')
    expect(refusal(answered(['similar', 'x9'], ['known', 'p1']))).toContain('2 de 2')
  })

  it('refuses a line whose other side has changed', () => {
    const joins = aTransaction({ id: 'd1', walletId: 'caixa' })
    const { refusal } = checkOf({ rows: [row({ state: 'other_side', joins })] }, '2026-11-20T12:00:00.000Z')!
    expect(refusal(answered(['other_side', 'd1']))).toBeNull()
    expect(refusal(answered(['other_side', 'd2']))).toContain('1 de 1')
    expect(refusal(answered(['new', null]))).toContain('1 de 1')
  })

  it('allows lines that were accepted despite a similar transaction', () => {
    const { refusal } = checkOf({ rows: [row({ state: 'similar' })] }, '2026-11-20T12:00:00.000Z')!
    expect(refusal(answered(['similar', 'x9']))).toBeNull()
    expect(refusal(answered(['new', null]))).toBeNull()
    expect(refusal(answered(['known', 'x9']))).not.toBeNull()
  })
})
