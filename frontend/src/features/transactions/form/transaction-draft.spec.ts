import { aTransaction } from '../cache/test-transaction'
import { corrected, correctionOf, recorded, recordingOf, type TransactionDraft } from './transaction-draft'

const at = '2026-11-20T15:00:00.000Z'
const draft: TransactionDraft = { type: 'expense', centavos: 38_670, description: 'Embalagens Aurora', category: 'Fornecedores', date: '2026-11-19', isScheduled: false }
const before = aTransaction({ ...draft, amount: 386.7, version: 4 })

describe('a recorded transaction', () => {
  it('is settled at once, unless it is scheduled', () => {
    expect(recorded(draft, 'id', 'user', at)).toMatchObject({ amount: 386.7, isConfirmed: true, isReceived: true, version: 1, createdAt: at })
    expect(recorded({ ...draft, isScheduled: true }, 'id', 'user', at)).toMatchObject({ isConfirmed: false, isReceived: false })
  })

  it('is sent in the terms of the wire', () => {
    expect(recordingOf(recorded(draft, 'id', 'user', at))).toEqual({
      id: 'id',
      description: 'Embalagens Aurora',
      amount: 386.7,
      type: 'expense',
      category: 'Fornecedores',
      transactionDate: '2026-11-19',
      isScheduled: false,
    })
  })
})

describe('a correction', () => {
  it('sends only what differs', () => {
    expect(correctionOf(before, draft)).toEqual({})
    expect(correctionOf(before, { ...draft, centavos: 38_671, category: null })).toEqual({ amount: 386.71, category: null })
    expect(correctionOf(before, { ...draft, date: '2026-12-01', isScheduled: true })).toEqual({ transactionDate: '2026-12-01', isScheduled: true })
  })

  it('shows the next version, and what becoming scheduled or unscheduled does', () => {
    expect(corrected(before, { ...draft, centavos: 1 }, at)).toMatchObject({ amount: 0.01, version: 5, isConfirmed: true, updatedAt: at })
    expect(corrected(before, { ...draft, isScheduled: true }, at)).toMatchObject({ isConfirmed: false, isReceived: false })
    const answered = { ...before, isScheduled: true, isConfirmed: true, isReceived: false }
    expect(corrected(answered, { ...draft, isScheduled: true }, at)).toMatchObject({ isConfirmed: true, isReceived: false })
    expect(corrected(answered, draft, at)).toMatchObject({ isScheduled: false, isConfirmed: true, isReceived: true })
  })
})
