import type { Transaction } from '@prumo/shared/transactions'
import { changeTransactions, deleteTransactions, repeatBatch, type BatchArgs } from './batch-commands'
import { optimisticCategories } from './categories'
import type { Command, CommandStatus, QueuedCommand } from './sync/command'
import { invertCommand, kindOf, wordsOf } from './sync/entity-registry'
import { applyToList, commandsAbout, unappliedChanges } from './sync/optimistic'
import { applyOutcome, applyChanges, discard, nextToSend, outcomeOfFailure } from './sync/queue'
import { aTransaction, positionAt, queueOf, storedCommand, withStatus } from './test-fixtures'
import { correctTransaction } from './transaction-commands'
import { compareTransactions } from './transactions'

const flour = aTransaction({ id: 'x1', type: 'expense', description: 'Moinho', category: 'Outros', amount: 10_000 })
const rent = aTransaction({ id: 'x2', type: 'expense', category: 'Aluguel', isScheduled: true, isConfirmed: false, isReceived: false })
const sale = aTransaction({ id: 'x3', type: 'income', category: null })
const transfer = aTransaction({ id: 'x4', type: 'transfer', category: null, toWalletId: 'w2', toDate: '2026-11-20' })

const shownAfter = (rows: readonly Transaction[], queue: readonly QueuedCommand[]) =>
  applyToList(rows, commandsAbout(queue, 'transaction'), positionAt(1), compareTransactions)
const argsOf = ({ args }: { args: unknown }) => args as BatchArgs
const done = (seq: number): CommandStatus => ({ is: 'done', log: 'l', seq, before: null, after: { id: 'b', version: 1, seq } as never })

it('makes one command of what applies, with the versions that were seen', () => {
  const [batch, ...others] = changeTransactions([flour, rent, transfer], { category: 'Aluguel' }, [])
  expect(others).toEqual([])
  expect(kindOf(batch!)?.request(storedCommand(batch!))).toEqual({
    method: 'POST',
    path: '/transactions/batch',
    body: { ids: ['x1'], change: { category: 'Aluguel' }, versions: { x1: flour.version } },
  })
})

it('gives receipts and expenses a category by commands of their own, and at most 500 at once', () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ ...flour, id: `e${index}` }))
  const batches = changeTransactions([sale, ...many], { category: 'Feira' }, [])
  expect(batches.map(({ args }) => args.rows.length)).toEqual([1, 500, 1])
})

it('does not compare the version of a transaction that a waiting command changes', () => {
  const queue = queueOf(correctTransaction(flour, { ...draftOf(flour), description: 'Moinho Central' })!)
  expect(argsOf(deleteTransactions([flour, rent], queue)[0]!).versions).toEqual({ x2: rent.version })
})

it('shows the change at once, and takes it back but for what was changed since', () => {
  const [batch] = changeTransactions([flour, rent], { date: '2026-11-01' }, [])
  const [item] = queueOf(batch!) as [QueuedCommand]
  expect(shownAfter([flour, rent], [item]).map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-01'])
  const undo = { ...invertCommand(item.command)!, base: { id: 'b', version: 1, seq: 7 } as never }
  const later = { ...rent, date: '2026-11-02' }
  const after = shownAfter([{ ...flour, date: '2026-11-01' }, later], queueOf(undo))
  expect(after.map(({ id, date }) => [id, date])).toEqual(
    expect.arrayContaining([
      ['x1', flour.date],
      ['x2', '2026-11-02'],
    ]),
  )
})

it('undoes the newest entry of the history up to the position of its answer', () => {
  const [batch] = deleteTransactions([flour], [])
  const undo: Command = { ...storedCommand(invertCommand(storedCommand(batch!))!), base: { id: 'b', version: 1, seq: 40 } as never }
  const found = { activity: [{ position: 52 }, { position: 39 }, { position: 12 }] }
  expect(kindOf(undo)?.request(undo, found)).toMatchObject({ path: '/activity/39/undo' })
})

it('is sent after the earlier commands on its transactions', () => {
  const [first, second] = queueOf(correctTransaction(flour, { ...draftOf(flour), description: 'M' })!, deleteTransactions([flour], [])[0]!)
  expect(nextToSend([first!, second!])).toBe(first)
  expect(nextToSend([first!, second!], (item) => item === first)).toBeNull()
})

it('is refused with the rows that changed, and repeated without those that the person leaves', () => {
  const [item] = queueOf(deleteTransactions([flour, rent], [])[0]!) as [QueuedCommand]
  const refusal = outcomeOfFailure(item.command, { status: 412, code: 'VERSION_MISMATCH', text: 'mudou', fields: { versions: ['x2'] } })
  expect(refusal).toMatchObject({ kind: 'refused', reason: { fields: { versions: ['x2'] } } })
  expect(applyChanges([item], applyOutcome([item], item.command.id, refusal!, 1))[0]?.status.is).toBe('refused')
  expect(repeatBatch(argsOf(item.command), new Set(['x2']))?.args).toEqual({ rows: [flour], change: null, versions: {} })
  expect(repeatBatch(argsOf(item.command), new Set(['x1', 'x2']))).toBeNull()
})

it('leaves a later correction its base when it is discarded', () => {
  const [batch] = changeTransactions([flour], { category: 'Fornecedores' }, [])
  const changed = { ...flour, category: 'Fornecedores' }
  const [first, second] = queueOf(batch!, correctTransaction(changed, { ...draftOf(changed), description: 'Moinho Central' })!)
  const refused = withStatus(first!, { is: 'refused', at: 0, reason: { status: 404, code: 'NOT_FOUND', text: '' } })
  const [left] = applyChanges([refused, second!], discard([refused, second!], refused.command.id))
  expect(left?.command.base).toMatchObject({ id: 'x1', category: 'Outros', version: flour.version })
})

it('stays in the base of a later correction when an earlier one is answered', () => {
  const first = correctTransaction(flour, { ...draftOf(flour), description: 'Moinho Central' })!
  const named = { ...flour, description: 'Moinho Central' }
  const queue = queueOf(first)
  const [batch] = changeTransactions([named], { category: 'Feira' }, queue)
  const filed = { ...named, category: 'Feira' }
  const all = queueOf(first, batch!, correctTransaction(filed, { ...draftOf(filed), category: 'Insumos' })!)
  const answer = { ...named, version: flour.version + 1 }
  const outcome = { kind: 'done', entity: answer, position: { log: 'l', seq: 8 } } as const
  const last = applyChanges(all, applyOutcome(all, all[0]!.command.id, outcome, 0)).at(-1)
  expect(last).toMatchObject({ status: { is: 'waiting' }, command: { base: { category: 'Feira', version: flour.version + 1 } } })
})

it('says in the toast how many it changed, confirmed or deleted', () => {
  const said = (newCommand: ReturnType<typeof deleteTransactions>[number] | undefined) => wordsOf(storedCommand(newCommand!)).accepted
  expect(said(changeTransactions([flour, rent], { date: '2026-11-01' }, [])[0])).toBe('2 transações mudadas')
  expect(said(changeTransactions([flour, rent], { isConfirmed: true, isReceived: true }, [])[0])).toBe('1 transação confirmada')
  expect(said(deleteTransactions([flour], [])[0])).toBe('1 transação excluída')
})

it('moves count and sum of the year from one category to the other', () => {
  const [item] = queueOf(changeTransactions([flour], { category: 'Feira' }, [])[0]!) as [QueuedCommand]
  const used = [{ type: 'expense', category: 'Outros', count: 3, total: 30_000, lastDate: '2026-11-20' }] as const
  const changes = unappliedChanges<Transaction>(commandsAbout([item], 'transaction'), positionAt(1))
  expect(optimisticCategories(used, changes, '2026-11-27')).toMatchObject([
    { category: 'Outros', count: 2, total: 20_000, isFixed: true },
    { category: 'Feira', count: 1, total: 10_000, isFixed: false },
  ])
  expect(unappliedChanges<Transaction>(commandsAbout([withStatus(item, done(9))], 'transaction'), positionAt(9))).toEqual([])
})

it.each([
  ['the later one until today', '2026-11-20', '2026-11-25', '2026-11-25'],
  ['not by one that is to come', '2026-11-20', '2026-12-01', '2026-11-20'],
  ['by the first that is not to come', '2026-12-05', '2026-11-20', '2026-11-20'],
  ['by the earlier one if both are to come', '2026-12-05', '2026-12-01', '2026-12-01'],
])('dates a category by %s', (_case, lastDate, date, expected) => {
  const used = [{ type: 'expense', category: 'Outros', count: 1, total: 10_000, lastDate }] as const
  const changes = [{ id: flour.id, before: null, after: { ...flour, date } }]
  expect(optimisticCategories(used, changes, '2026-11-27')).toMatchObject([{ category: 'Outros', lastDate: expected }])
})

function draftOf({ type, amount: centavos, description, category, note, date, isScheduled }: Transaction) {
  return { type, centavos, description, category, note, date, isScheduled }
}
