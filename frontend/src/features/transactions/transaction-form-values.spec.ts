import { aTransaction } from '../../data/test-fixtures'
import {
  canBeScheduled,
  dateOfChoice,
  transactionDraftOf,
  emptyValues,
  formRules,
  isAhead,
  resumedValues,
  scheduledOn,
  valuesOf,
} from './transaction-form-values'

const now = '2026-11-20'

describe('the form of a transaction', () => {
  it('starts with an income of today', () => {
    expect(emptyValues(now)).toMatchObject({ type: 'income', day: 'Hoje', date: now, isScheduled: false, amount: '' })
  })

  it('shows a transaction in its own terms, and yields the same values again', () => {
    const transaction = aTransaction({ amount: 138_670, date: '2026-11-19', note: 'Três andares' })
    const values = valuesOf(transaction, now, (id) => id)
    expect(values).toMatchObject({ amount: '1.386,70', day: 'Ontem' })
    expect(transactionDraftOf(values)).toEqual({
      type: 'income',
      centavos: 138_670,
      description: 'Venda no balcão',
      category: 'Vendas',
      note: 'Três andares',
      date: '2026-11-19',
      isScheduled: false,
    })
    expect(valuesOf(aTransaction({ date: '2026-11-01' }), now, (id) => id).day).toBe('Outra data')
  })

  it('trims a description, and rejects an empty one', () => {
    expect(transactionDraftOf({ ...emptyValues(now), description: '  Gás ' }).description).toBe('Gás')
    expect(formRules.description?.('   ', emptyValues(now))).toBe('Digite uma descrição')
    expect(Object.keys(formRules)).toEqual(['amount', 'description', 'date', 'toDate'])
  })

  it('treats an empty custom category as none', () => {
    expect(transactionDraftOf({ ...emptyValues(now), category: '  ' }).category).toBeNull()
    expect(transactionDraftOf({ ...emptyValues(now), category: ' Contas da loja ' }).category).toBe('Contas da loja')
  })

  it('shows earlier input with the choice of the day as of today', () => {
    expect(resumedValues({ amount: '10', date: '2026-11-18', day: 'Ontem' }, now)).toEqual({
      amount: '10',
      date: '2026-11-18',
      day: 'Outra data',
    })
    expect(resumedValues({ amount: '10' }, now)).toEqual({ amount: '10' })
  })

  it('maps a choice of day to a date', () => {
    expect(dateOfChoice('Hoje', '2026-01-01', now)).toBe(now)
    expect(dateOfChoice('Ontem', '2026-01-01', now)).toBe('2026-11-19')
    expect(dateOfChoice('Outra data', '2026-01-01', now)).toBe('2026-01-01')
  })
})

describe('scheduling', () => {
  it('is preselected for a future date and cleared for a past one', () => {
    expect(scheduledOn('2026-11-21', now, now, false, false)).toBe(true)
    expect(scheduledOn(now, '2026-11-21', now, true, false)).toBe(false)
  })

  it('is offered from today on, and for a transaction that was scheduled', () => {
    expect(['2026-11-19', now, '2026-11-21'].map((date) => canBeScheduled({ date, isScheduled: false }, now))).toEqual([false, true, true])
    expect(canBeScheduled({ date: '2026-11-19', isScheduled: true }, now)).toBe(true)
    expect(canBeScheduled({ date: '5/12', isScheduled: false }, now)).toBe(false)
  })

  it('is not preselected today, and a choice made then does not carry over to yesterday', () => {
    expect(scheduledOn(now, '2026-11-19', now, false, false)).toBe(false)
    expect(scheduledOn('2026-11-19', now, now, true, false)).toBe(false)
    expect(scheduledOn('2026-11-19', now, now, false, true)).toBe(true)
  })

  it('keeps the choice between two future dates', () => {
    expect(scheduledOn('2026-12-01', '2026-11-21', now, false, false)).toBe(false)
    expect(scheduledOn('2026-12-01', '2026-11-21', now, true, false)).toBe(true)
  })

  it('keeps the choice of a scheduled transaction when its day comes', () => {
    expect(scheduledOn(now, '2026-11-21', now, true, true)).toBe(true)
    expect(scheduledOn('2026-11-18', '2026-11-19', now, true, true)).toBe(true)
  })

  it('ignores an incomplete date', () => {
    expect(isAhead('5/12', now)).toBe(false)
    expect(isAhead('', now)).toBe(false)
    expect(isAhead('2026-11-21', now)).toBe(true)
  })
})
