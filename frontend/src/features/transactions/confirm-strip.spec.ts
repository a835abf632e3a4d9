import { expectedWhen } from './confirm-strip'

describe('describes the day a transaction was due', () => {
  it.each([
    ['2026-11-20', 'está prevista para hoje'],
    ['2026-11-19', 'estava prevista para ontem'],
    ['2026-11-02', 'estava prevista para 2 de novembro'],
    ['2025-12-31', 'estava prevista para 31 de dezembro de 2025'],
  ])('%s: %s', (date, words) => {
    expect(expectedWhen(date, '2026-11-20')).toBe(words)
  })
})
