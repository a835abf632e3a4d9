import { questionAbout } from './confirm-strip'

const NBSP = '\u00a0'
const now = '2026-11-20'
const rent = { type: 'expense', amount: 90_000 } as const
const basket = { type: 'income', amount: 92_000 } as const

describe('asks of what is due', () => {
  it.each([
    [now, `vence hoje: R$${NBSP}900,00. Já pagou?`],
    ['2026-11-19', `venceu ontem: R$${NBSP}900,00. Já pagou?`],
    ['2026-11-02', `venceu em 2 de novembro: R$${NBSP}900,00. Já pagou?`],
    ['2025-12-31', `venceu em 31 de dezembro de 2025: R$${NBSP}900,00. Já pagou?`],
  ])('whether an expense of %s was paid', (date, words) => {
    expect(questionAbout({ ...rent, date }, now)).toBe(words)
  })

  it('whether income came', () => {
    expect(questionAbout({ ...basket, date: now }, now)).toBe(`está prevista para hoje. Os R$${NBSP}920,00 caíram?`)
    expect(questionAbout({ ...basket, amount: 150, date: '2026-11-19' }, now)).toBe(
      `estava prevista para ontem. O valor de R$${NBSP}1,50 caiu?`,
    )
  })

  it('whether a transfer happened', () => {
    expect(questionAbout({ ...basket, type: 'transfer', date: '2026-11-02' }, now)).toBe(
      `estava prevista para 2 de novembro. A transferência de R$${NBSP}920,00 aconteceu?`,
    )
  })
})
