import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import type { TransactionChanges } from '@prumo/shared/transactions'
import { given } from '../../test/test-given.js'
import { toTransaction, transactionDecider } from './transaction.decider.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

const sale: TransactionDetails = {
  ...defaultDetails,
  description: 'Bolo de casamento',
  amount: 145_000,
  type: 'income',
  category: 'Vendas',
  date: '2026-11-20',
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}
const pending: TransactionDetails = { ...sale, isScheduled: true, isConfirmed: false, isReceived: false }
const received: TransactionDetails = { ...sale, isScheduled: true, isConfirmed: true, isReceived: true }
const notReceived: TransactionDetails = { ...received, isReceived: false }

const recorded = (after: TransactionDetails): TransactionEvent => ({ type: 'TransactionRecorded', data: { after } })
const deleted = (before: TransactionDetails): TransactionEvent => ({ type: 'TransactionDeleted', data: { before } })
const transactions = (...history: TransactionEvent[]) => given(transactionDecider, ...history)

const used = [{ type: 'income' as const, category: 'Bolos de Festa', count: 1 }]

describe('recording', () => {
  const { isConfirmed: _, isReceived: __, importId: ___, importKey: ____, ...details } = sale

  it('settles an unscheduled one', () => {
    transactions().when({ type: 'RecordTransaction', details }).then(recorded(sale))
  })

  it('leaves a scheduled one pending', () => {
    transactions()
      .when({ type: 'RecordTransaction', details: { ...details, isScheduled: true } })
      .then(recorded(pending))
  })

  it('takes the spelling of a category that exists', () => {
    const category = (typed: string) => transactions().when({ type: 'RecordTransaction', details: { ...details, category: typed }, used })
    category('vendas').then(recorded(sale))
    category('bolos de festa').then(recorded({ ...sale, category: 'Bolos de Festa' }))
  })

  it('refuses a used id, even of a deleted entity', () => {
    transactions(recorded(sale)).when({ type: 'RecordTransaction', details }).thenRejected('CONFLICT')
    transactions(recorded(sale), deleted(sale)).when({ type: 'RecordTransaction', details }).thenRejected('CONFLICT')
  })
})

describe('correcting', () => {
  const correcting = (before: TransactionDetails, changes: TransactionChanges) =>
    transactions(recorded(before)).when({ type: 'CorrectTransaction', changes })

  it('carries the full details before and after', () => {
    const after = { ...sale, amount: 150_000, date: '2026-11-21', category: null }
    correcting(sale, { amount: 150_000, transactionDate: '2026-11-21', category: null }).then({
      type: 'TransactionCorrected',
      data: { before: sale, after },
    })
  })

  it('takes the spelling of a category that exists, unless it is the only one of it', () => {
    const own = { ...sale, category: 'Bolos de Festa' }
    const changing = (before: TransactionDetails, category: string) =>
      transactions(recorded(before)).when({ type: 'CorrectTransaction', changes: { category }, used })
    changing(sale, 'BOLOS DE FESTA').then({ type: 'TransactionCorrected', data: { before: sale, after: own } })
    changing(own, 'Bolos de festa').then({
      type: 'TransactionCorrected',
      data: { before: own, after: { ...own, category: 'Bolos de festa' } },
    })
  })

  it('sets, keeps and clears a note', () => {
    const noted = { ...sale, note: 'Três andares' }
    correcting(sale, { note: 'Três andares' }).then({ type: 'TransactionCorrected', data: { before: sale, after: noted } })
    correcting(noted, { amount: 1 }).then({ type: 'TransactionCorrected', data: { before: noted, after: { ...noted, amount: 1 } } })
    correcting(noted, { note: null }).then({ type: 'TransactionCorrected', data: { before: noted, after: sale } })
    correcting(noted, { note: 'Três andares' }).thenNothing()
  })

  it('records nothing when nothing changes', () => {
    correcting(sale, {}).thenNothing()
    correcting(sale, { description: sale.description, amount: sale.amount, isScheduled: false, isConfirmed: true }).thenNothing()
    correcting(pending, { isReceived: false }).thenNothing()
  })

  it('refuses a missing or deleted one', () => {
    const text = 'Transação original não encontrada.'
    transactions().when({ type: 'CorrectTransaction', changes: {} }).thenRejected('NOT_FOUND', text)
    transactions(recorded(sale), deleted(sale)).when({ type: 'CorrectTransaction', changes: {} }).thenRejected('NOT_FOUND', text)
  })

  const flags: [name: string, before: TransactionDetails, changes: TransactionChanges, after: TransactionDetails][] = [
    ['isConfirmed alone leaves receipt as it was: a pending one becomes not received', pending, { isConfirmed: true }, notReceived],
    ['confirmed and received', pending, { isConfirmed: true, isReceived: true }, received],
    ['isReceived alone confirms', pending, { isReceived: true }, received],
    ['one not received may be received after all', notReceived, { isReceived: true }, received],
    ['one received may turn out not received', received, { isReceived: false }, notReceived],
  ]
  it.each(flags)('confirms: %s', (_, before, changes, after) => {
    correcting(before, changes).then({ type: 'TransactionConfirmed', data: { before, after } })
  })

  const corrections: typeof flags = [
    ['isConfirmed false makes it pending', received, { isConfirmed: false }, pending],
    ['becoming scheduled makes it pending', sale, { isScheduled: true }, pending],
    ['becoming scheduled and received stays settled', sale, { isScheduled: true, isReceived: true }, received],
    ['becoming scheduled and confirmed leaves receipt as it was', sale, { isScheduled: true, isConfirmed: true }, received],
    ['becoming scheduled and not received', sale, { isScheduled: true, isConfirmed: true, isReceived: false }, notReceived],
    ['becoming unscheduled settles a pending one', pending, { isScheduled: false }, sale],
    ['becoming unscheduled settles one not received', notReceived, { isScheduled: false }, sale],
  ]
  it.each(corrections)('corrects: %s', (_, before, changes, after) => {
    correcting(before, changes).then({ type: 'TransactionCorrected', data: { before, after } })
  })

  const contradictions: [name: string, before: TransactionDetails, changes: TransactionChanges][] = [
    ['received but not confirmed', pending, { isConfirmed: false, isReceived: true }],
    ['unconfirmed though unscheduled', sale, { isConfirmed: false }],
    ['unconfirmed while becoming unscheduled', pending, { isScheduled: false, isConfirmed: false }],
    ['not received though unscheduled', sale, { isReceived: false }],
  ]
  it.each(contradictions)('refuses: %s', (_, before, changes) => {
    correcting(before, changes).thenRejected('VALIDATION', 'Dados inválidos')
  })
})

describe('deleting and restoring', () => {
  it('deletes a recorded one, once', () => {
    transactions(recorded(sale)).when({ type: 'DeleteTransaction' }).then(deleted(sale))
    transactions().when({ type: 'DeleteTransaction' }).thenRejected('NOT_FOUND')
    transactions(recorded(sale), deleted(sale)).when({ type: 'DeleteTransaction' }).thenRejected('NOT_FOUND')
  })

  it('restores it unchanged, with its creation and a growing version', () => {
    const restoring = transactions(recorded(sale), deleted(sale)).when({ type: 'RestoreTransaction' })
    restoring.then({ type: 'TransactionRestored', data: { after: sale, createdAt: '2026-01-01T12:00:00.000Z' } })
    expect(toTransaction(restoring.thenState())).toMatchObject({
      amount: 1450,
      version: 3,
      createdAt: '2026-01-01T12:00:00.000Z',
      updatedAt: '2026-01-01T12:02:00.000Z',
    })
  })

  it('refuses to restore an existing or unknown one', () => {
    transactions(recorded(sale)).when({ type: 'RestoreTransaction' }).thenRejected('CONFLICT')
    transactions().when({ type: 'RestoreTransaction' }).thenRejected('NOT_FOUND')
  })
})

describe('a line of a statement', () => {
  const [importId, importKey] = ['01900000-0000-7000-8000-0000000000a1', 'key']
  const line = { type: 'income' as const, amount: sale.amount, date: '2026-11-22', walletId: null, importId, importKey }
  const settled = { ...received, ...line }
  const confirmed = { type: 'TransactionConfirmed', data: { before: pending, after: settled } } as const

  it('settles a pending transaction of its type, amount and wallet, on its own day', () => {
    transactions(recorded(pending)).when({ type: 'SettleTransaction', line }).then(confirmed)
    for (const other of [{ amount: 1 }, { type: 'expense' as const }, { walletId: 'other' }])
      transactions(recorded(pending))
        .when({ type: 'SettleTransaction', line: { ...line, ...other } })
        .thenRejected('CONFLICT', transactionTexts.notExpected)
    for (const history of [[], [recorded(sale)], [recorded(received)], [recorded(pending), deleted(pending)]])
      transactions(...history)
        .when({ type: 'SettleTransaction', line })
        .thenRejected('CONFLICT', transactionTexts.notExpected)
  })

  it('leaves with its import if it is unchanged since', () => {
    const imported = { ...sale, importId, importKey }
    const leave = { type: 'LeaveImport', importId } as const
    transactions(recorded(imported)).when(leave).then(deleted(imported))
    transactions(recorded(pending), confirmed)
      .when(leave)
      .then({ type: 'TransactionCorrected', data: { before: settled, after: pending } })
    const change: TransactionEvent = { type: 'TransactionCorrected', data: { before: imported, after: { ...imported, category: null } } }
    transactions(recorded(imported), change).when(leave).thenNothing()
    transactions(recorded(imported), deleted(imported)).when(leave).thenNothing()
    transactions(recorded(imported)).when({ type: 'LeaveImport', importId: 'other' }).thenNothing()
  })

  it('is not restored if another transaction has it now', () => {
    const imported = { ...sale, importId, importKey }
    const gone = transactions(recorded(imported), deleted(imported))
    const takenKeys = [importKey]
    gone.when({ type: 'RestoreTransaction', takenKeys }).thenRejected('CONFLICT', transactionTexts.importedAgain)
    gone.when({ type: 'Undo', position: 2, entry: deleted(imported), takenKeys }).thenRejected('CONFLICT', transactionTexts.importedAgain)
    gone
      .when({ type: 'RestoreTransaction', takenKeys: ['other'] })
      .then({ type: 'TransactionRestored', data: { after: imported, createdAt: '2026-01-01T12:00:00.000Z' } })
    const transfer = { ...sale, type: 'transfer' as const, category: null, to: { walletId: 'other', date: sale.date, importId, importKey } }
    transactions(recorded(transfer), deleted(transfer))
      .when({ type: 'RestoreTransaction', takenKeys })
      .thenRejected('CONFLICT', transactionTexts.importedAgain)
  })

  it('stays the same through a correction', () => {
    const imported = { ...sale, importId, importKey }
    transactions(recorded(imported))
      .when({ type: 'CorrectTransaction', changes: { amount: 1 } })
      .then({ type: 'TransactionCorrected', data: { before: imported, after: { ...imported, amount: 1 } } })
  })
})

describe('a transaction of a copy', () => {
  const createdAt = '2025-03-01T10:00:00.000Z'
  const line = { ...notReceived, importId: '01900000-0000-7000-8000-000000000001', importKey: 'fingerprint' }
  const bring = (details: TransactionDetails, from: string | null = null, takenKeys: readonly string[] = []) =>
    ({ type: 'BringTransaction', details, createdAt, sent: { from }, takenKeys }) as const

  it('is restored as it was, in every state, with its time of creation', () => {
    for (const details of [sale, pending, received, notReceived])
      transactions()
        .when(bring(details))
        .then({ type: 'TransactionRestored', data: { after: details, createdAt } })
    const state = transactions().when(bring(sale)).thenState()
    expect(toTransaction(state)).toMatchObject({ createdAt, updatedAt: '2026-01-01T12:00:00.000Z', version: 1 })
  })

  it('keeps its statement line, unless another transaction has it now', () => {
    transactions()
      .when(bring(line, 'sent'))
      .then({ type: 'TransactionRestored', data: { after: line, createdAt, line: 'sent' } })
    transactions()
      .when(bring(line, 'sent', ['fingerprint']))
      .thenRejected('CONFLICT', transactionTexts.importedAgain)
  })

  it('is restored once', () => {
    transactions(recorded(sale)).when(bring(sale)).thenRejected('CONFLICT')
    transactions(recorded(sale), deleted(sale)).when(bring(sale)).thenRejected('CONFLICT')
  })
})

describe('what it says for the MEI', () => {
  const invoiced = { ...noFiscal, hasInvoice: true }
  const ofDas = { ...noFiscal, dasOf: '2026-10' }
  const { isConfirmed: _, isReceived: __, ...details } = sale
  const correcting = (before: TransactionDetails, changes: TransactionChanges) =>
    transactions(recorded(before)).when({ type: 'CorrectTransaction', changes })

  it('is recorded where the type allows it, and all defaults as nothing', () => {
    const recording = (fiscal: Fiscal) => transactions().when({ type: 'RecordTransaction', details: { ...details, fiscal } })
    recording(invoiced).then(recorded({ ...sale, fiscal: invoiced }))
    recording(noFiscal).then(recorded(sale))
    recording(ofDas).thenRejected('VALIDATION')
  })

  it('is replaced whole, and refused on another type', () => {
    const counted = { ...noFiscal, countsAsRevenue: false }
    correcting({ ...sale, fiscal: invoiced }, { fiscal: counted }).then({
      type: 'TransactionCorrected',
      data: { before: { ...sale, fiscal: invoiced }, after: { ...sale, fiscal: counted } },
    })
    correcting({ ...sale, fiscal: invoiced }, { fiscal: { ...invoiced } }).thenNothing()
    correcting(sale, { fiscal: noFiscal }).thenNothing()
    correcting(sale, { fiscal: ofDas }).thenRejected('VALIDATION')
    correcting({ ...sale, type: 'expense' }, { fiscal: invoiced }).thenRejected('VALIDATION')
    correcting(sale, { type: 'expense', fiscal: ofDas }).then({
      type: 'TransactionCorrected',
      data: { before: sale, after: { ...sale, type: 'expense', fiscal: ofDas } },
    })
  })

  it('loses with its type what does not fit', () => {
    const before = { ...sale, fiscal: invoiced }
    correcting(before, { type: 'expense' }).then({ type: 'TransactionCorrected', data: { before, after: { ...sale, type: 'expense' } } })
  })

  it('comes back with the type, and never onto another type', () => {
    const cleared: TransactionEvent = { type: 'TransactionCorrected', data: { before: { ...sale, fiscal: invoiced }, after: sale } }
    const turned: TransactionEvent = { type: 'TransactionCorrected', data: { before: sale, after: { ...sale, type: 'expense' } } }
    const both: TransactionEvent = {
      type: 'TransactionCorrected',
      data: { before: { ...sale, fiscal: invoiced }, after: { ...sale, type: 'expense' } },
    }
    transactions(recorded({ ...sale, fiscal: invoiced }), both)
      .when({ type: 'Undo', position: 2, entry: both })
      .then({ type: 'TransactionCorrected', data: { before: { ...sale, type: 'expense' }, after: { ...sale, fiscal: invoiced } } })
    transactions(recorded({ ...sale, fiscal: invoiced }), cleared, turned)
      .when({ type: 'Undo', position: 2, entry: cleared })
      .thenRejected('CONFLICT')
    const marked: TransactionEvent = {
      type: 'TransactionCorrected',
      data: { before: { ...sale, type: 'expense' }, after: { ...sale, type: 'expense', fiscal: ofDas } },
    }
    transactions(recorded(sale), turned, marked)
      .when({ type: 'Undo', position: 2, entry: turned })
      .then({ type: 'TransactionCorrected', data: { before: { ...sale, type: 'expense', fiscal: ofDas }, after: sale } })
  })
})
