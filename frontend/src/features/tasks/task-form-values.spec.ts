import { taskDraftOf, emptyValues, formRules } from './task-form-values'

const now = '2026-11-20'

describe('the form of a task', () => {
  it('starts as an objective of medium priority for today', () => {
    expect(emptyValues('objective', now)).toEqual({ type: 'objective', title: '', priority: 'medium', cost: '', date: now })
  })

  it('requires only a title', () => {
    const empty = { ...emptyValues('objective', now), date: '' }
    expect(formRules.title?.('  ', empty)).toBe('Digite um título')
    expect(formRules.cost?.('', empty)).toBeNull()
    expect(formRules.date?.('', empty)).toBeNull()
  })

  it('refuses invalid amounts and dates', () => {
    const empty = emptyValues('objective', now)
    expect(formRules.cost?.('caro', empty)).toBe('Digite um valor como 386,70')
    expect(formRules.date?.('30/02', empty)).toBe('Digite uma data como 05/12/2026')
  })

  it('defaults to a cost of zero and to today', () => {
    expect(taskDraftOf({ type: 'task', title: ' Pagar DAS ', priority: 'high', cost: '', date: ' ' }, now)).toEqual({
      type: 'task',
      title: 'Pagar DAS',
      priority: 'high',
      costCentavos: 0,
      date: now,
    })
  })

  it('parses a decimal comma', () => {
    expect(taskDraftOf({ ...emptyValues('task', now), title: 'x', cost: '81,9' }, now).costCentavos).toBe(8190)
  })
})
