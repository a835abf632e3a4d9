import { batchTexts } from '@prumo/shared/batch-rules'
import { given } from '../../test/test-given.js'
import { batchDecider, type BatchCommand, type BatchOutcome } from './batch.decider.js'
import type { BatchDetails, BatchEvent } from './batch.events.js'

const details: BatchDetails = { count: 3, change: { category: 'Fornecedores' }, renamed: null }
const changed: BatchEvent = { type: 'TransactionsChanged', data: { after: details } }
const change = (outcome: BatchOutcome): BatchCommand => ({
  type: 'ChangeTransactions',
  change: { category: 'Fornecedores' },
  renamed: null,
  outcome,
})
const undo = (spared: string[], undone = 1): BatchCommand => ({ type: 'Undo', position: 1, entry: changed, outcome: { undone, spared } })
const batch = (...history: BatchEvent[]) => given(batchDecider, ...history)

it('records how many transactions changed, and nothing when none did', () => {
  batch()
    .when(change({ count: 3 }))
    .then(changed)
  batch()
    .when(change({ count: 0 }))
    .thenNothing()
  batch()
    .when({ ...change({ count: 0, others: 2 }), change: null, renamed: { type: 'expense', from: 'Feira', to: 'Insumos' } } as BatchCommand)
    .then({
      type: 'TransactionsChanged',
      data: { after: { count: 0, change: null, renamed: { type: 'expense', from: 'Feira', to: 'Insumos' } } },
    })
})

it('names transactions that do not exist or have another version, and refuses one category for both types', () => {
  const refusal = (outcome: Partial<BatchOutcome>) => () => batchDecider.decide(change({ count: 1, ...outcome }), { status: 'none' })
  expect(refusal({ missing: ['a', 'b'] })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND', message: '2 das transações não existem mais.', fields: { ids: ['a', 'b'] } }),
  )
  expect(refusal({ outdated: ['c'] })).toThrow(
    expect.objectContaining({ code: 'VERSION_MISMATCH', message: 'Uma das transações mudou em outro lugar.', fields: { versions: ['c'] } }),
  )
  expect(refusal({ types: new Set(['income', 'expense', 'transfer']) })).toThrow(
    expect.objectContaining({ code: 'VALIDATION', fields: { category: [batchTexts.bothTypes] } }),
  )
  batch()
    .when(change({ count: 3, types: new Set(['expense', 'transfer']) }))
    .then(changed)
  batch()
    .when({ ...change({ count: 3, types: new Set(['income', 'expense']) }), change: { category: null } } as BatchCommand)
    .then({ type: 'TransactionsChanged', data: { after: { ...details, change: { category: null } } } })
})

it('is undone once, names what stayed, and is refused when all of it changed since', () => {
  const undone: BatchEvent = { type: 'BatchUndone', data: { before: details, kept: 1, keptNames: ['Padaria'] } }
  batch(changed)
    .when(undo(['Padaria']))
    .then(undone)
  batch(changed)
    .when(undo(['a', 'b', 'c', 'd', 'e', 'f']))
    .then({ type: 'BatchUndone', data: { before: details, kept: 6, keptNames: ['a', 'b', 'c', 'd', 'e'] } })
  batch(changed)
    .when(undo(['a', 'b', 'c'], 0))
    .thenRejected('CONFLICT')
  batch(changed, undone).when(undo([])).thenRejected('CONFLICT')
  batch(changed, undone)
    .when({ type: 'Undo', position: 2, entry: undone, outcome: { undone: 2, spared: [] } })
    .then({ type: 'BatchRestored', data: { after: details, createdAt: '2026-01-01T12:00:00.000Z', kept: 0, keptNames: [] } })
})
