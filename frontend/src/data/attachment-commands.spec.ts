import { addAttachment, removeAttachment } from './attachment-commands'
import { correctTransaction, deleteTransaction, draftOf, recordTransaction } from './transaction-commands'
import { applyToEntity, applyToList, commandsAbout, unappliedChanges } from './sync/optimistic'
import { discard, followersOf, nextToSend } from './sync/queue'
import { applyToSummary, emptySummary, optimisticRows } from './transactions'
import { answerAt, aTransaction, positionAt, queueOf, withStatus } from './test-fixtures'
import type { Transaction } from '@prumo/shared/transactions'

const expense = aTransaction({ id: 'x1', type: 'expense', category: 'Fornecedores', amount: 7418 })
const photo = { name: 'Cupom.jpg', type: 'image/jpeg', size: 212_000 } as const
const refused = { is: 'refused', at: 1, reason: { status: 409, code: 'QUOTA_EXCEEDED', text: 'Cheio' } } as const
const done = (seq: number) => ({ is: 'done', log: 'l', seq, before: null, after: null }) as const

const counts = (queue: ReturnType<typeof queueOf>, seq = 5) =>
  optimisticRows([answerAt(seq, { transactions: [expense], nextCursor: null })], {}, commandsAbout(queue, 'transaction')).map(
    ({ attachmentCount }) => attachmentCount,
  )

it('counts a receipt on its transaction until the answer includes it', () => {
  const [item] = queueOf(addAttachment(expense, photo, 'a1'))
  expect(counts([item!])).toEqual([1])
  expect(counts([withStatus(item!, done(6))])).toEqual([1])
  expect(counts([withStatus(item!, done(5))])).toEqual([0])
  expect(counts([withStatus(item!, refused)])).toEqual([0])
})

it('counts several receipts, and one that is removed, on what other commands made of the transaction', () => {
  const renamed = correctTransaction(expense, { ...draftOf(expense), description: 'Feira' })!
  const [correction, ...receipts] = queueOf(
    renamed,
    addAttachment(expense, photo, 'a1'),
    addAttachment(expense, photo, 'a2'),
    removeAttachment({ ...photo, id: 'a0', transactionId: 'x1', createdAt: '2026-11-20T12:00:00.000Z', version: 1 }, expense),
  )
  const corrected = { ...expense, description: 'Feira', version: 4, attachmentCount: 1 }
  const queue = [withStatus(correction!, { is: 'done', log: 'l', seq: 6, before: expense, after: corrected }), ...receipts]
  const shown = applyToEntity<Transaction>(expense, commandsAbout(queue, 'transaction'), positionAt(5))
  expect(shown).toEqual({ ...corrected, attachmentCount: 2 })
})

it('takes an expense out of the list and the sums of those without a receipt', () => {
  const filter = { attachments: 'none' } as const
  const queue = commandsAbout(queueOf(addAttachment(expense, photo, 'a1')), 'transaction')
  expect(optimisticRows([answerAt(5, { transactions: [expense], nextCursor: null })], filter, queue)).toEqual([])
  const sums = { ...emptySummary, expense: 7418, balance: -7418, count: 1 }
  expect(applyToSummary(sums, filter, unappliedChanges<Transaction>(queue, positionAt(5)))).toEqual(emptySummary)
})

it('lists what waits after what the server has', () => {
  const known = { ...photo, id: 'a0', transactionId: 'x1', createdAt: '2026-11-19T12:00:00.000Z', version: 1 }
  const shown = applyToList([known], queueOf(addAttachment(expense, photo, 'a1')), positionAt(5), (one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  )
  expect(shown.map(({ id }) => id)).toEqual(['a0', 'a1'])
})

it('waits for its transaction, and ends with it', () => {
  const [record, receipt] = queueOf(recordTransaction(draftOf(expense), 'x1'), addAttachment(expense, photo, 'a1'))
  const queue = [withStatus(record!, refused), receipt!]
  expect(nextToSend([record!, receipt!])).toBe(record)
  expect(nextToSend(queue)).toBeNull()
  expect(discard(queue, record!.command.id).remove).toEqual([1, 2])
})

it('holds up no later change of its transaction when it is refused', () => {
  const [receipt, deletion] = queueOf(addAttachment(expense, photo, 'a1'), deleteTransaction(expense))
  expect(nextToSend([receipt!, deletion!])).toBe(receipt)
  const queue = [withStatus(receipt!, refused), deletion!]
  expect(nextToSend(queue)).toBe(deletion)
  expect(followersOf(queue, queue[0]!)).toEqual([])
  expect(discard(queue, receipt!.command.id).remove).toEqual([1])
})
