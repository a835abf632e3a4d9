import { importTexts } from '@prumo/shared/import-rules'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { walletTexts } from '@prumo/shared/wallet-rules'
import { given } from '../../test/test-given.js'
import { importDecider, toImport } from './import.decider.js'
import type { ImportDetails, ImportEvent } from './import.events.js'

const details: ImportDetails = {
  fileName: 'extrato.ofx',
  format: 'ofx',
  bank: null,
  account: null,
  walletId: null,
  closingDate: '2026-11-20',
  closingBalance: -12_345,
  from: '2026-11-01',
  to: '2026-11-20',
  count: 3,
  income: 100,
  expense: 250,
  settled: 1,
}
const imported: ImportEvent = { type: 'StatementImported', data: { after: details } }
const undone: ImportEvent = { type: 'ImportUndone', data: { before: details, kept: 1 } }
const restored: ImportEvent = { type: 'ImportRestored', data: { after: details, createdAt: '2026-01-01T12:00:00.000Z' } }
const imports = (...history: ImportEvent[]) => given(importDecider, ...history)

it('imports a statement once', () => {
  imports().when({ type: 'ImportStatement', details, importedCount: 0 }).then(imported)
  imports(imported).when({ type: 'ImportStatement', details, importedCount: 0 }).thenRejected('CONFLICT')
  imports(imported, undone).when({ type: 'ImportStatement', details, importedCount: 0 }).thenRejected('CONFLICT')
})

it.each([
  [1, '1 lançamento deste extrato já foi importado.'],
  [7, '7 lançamentos deste extrato já foram importados.'],
])('refuses one of which %i lines are imported already', (importedCount, text) => {
  imports().when({ type: 'ImportStatement', details, importedCount }).thenRejected('CONFLICT', text)
})

it('refuses a wallet that may not be used, before all else', () => {
  const wrongWallet = { field: 'walletId', reason: walletTexts.archived }
  imports().when({ type: 'ImportStatement', details, importedCount: 1, wrongWallet }).thenRejected('VALIDATION', walletTexts.archived)
})

it('undoes it once, with the number of transactions that stay', () => {
  imports(imported).when({ type: 'UndoImport', kept: 1 }).then(undone)
  imports(imported, undone).when({ type: 'UndoImport', kept: 0 }).thenRejected('CONFLICT', importTexts.undone)
  imports().when({ type: 'UndoImport', kept: 0 }).thenRejected('NOT_FOUND')
})

it('is undone and restored by the history', () => {
  imports(imported).when({ type: 'Undo', position: 1, entry: imported, kept: 1 }).then(undone)
  imports(imported, undone).when({ type: 'Undo', position: 2, entry: undone }).then(restored)
  imports(imported, undone, restored).when({ type: 'UndoImport', kept: 1 }).then(undone)
  imports(imported, undone).when({ type: 'Undo', position: 1, entry: imported }).thenRejected('CONFLICT')
})

it('is shown in reais, with the number of kept transactions only while it is undone', () => {
  const shown = { walletId: expect.any(String), closing: { date: '2026-11-20', balance: -123.45 }, income: 1, expense: 2.5, settled: 1 }
  expect(toImport(imports(imported).state)).toMatchObject({ ...shown, undoneAt: null, keptCount: 0, version: 1 })
  expect(toImport(imports(imported, undone).state)).toMatchObject({ ...shown, undoneAt: '2026-01-01T12:01:00.000Z', keptCount: 1 })
  expect(toImport(imports(imported, undone, restored).state)).toMatchObject({ undoneAt: null, keptCount: 0, version: 3 })
})

it('is restored from a copy as it was, undone or not, and cannot be undone: its effects are in another history', () => {
  const brought = (undoneThere: { at: string; kept: number } | null): Extract<ImportEvent, { type: 'ImportBrought' }> => ({
    type: 'ImportBrought',
    data: { after: details, createdAt: '2025-03-01T10:00:00.000Z', undone: undoneThere },
  })
  const [importedCount, gone] = [brought(null), brought({ at: '2025-03-02T10:00:00.000Z', kept: 2 })]
  imports().when({ type: 'BringImport', brought: importedCount.data }).then(importedCount)
  imports(importedCount).when({ type: 'BringImport', brought: importedCount.data }).thenRejected('CONFLICT')
  imports(importedCount).when({ type: 'UndoImport', kept: 0 }).thenRejected('CONFLICT', restoreTexts.broughtImport)
  imports(importedCount).when({ type: 'Undo', position: 1, entry: importedCount }).thenRejected('CONFLICT')
  expect(toImport(imports(importedCount).state)).toMatchObject({ createdAt: '2025-03-01T10:00:00.000Z', undoneAt: null, keptCount: 0 })
  expect(toImport(imports(gone).state)).toMatchObject({ undoneAt: '2025-03-02T10:00:00.000Z', keptCount: 2 })
})
