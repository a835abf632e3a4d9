import { dueText } from './confirm-strip'

it.each([
  ['2026-11-20', 'expense', 'vence hoje: R$ 900,00. Já pagou?'],
  ['2026-11-19', 'expense', 'venceu ontem: R$ 900,00. Já pagou?'],
  ['2026-11-02', 'expense', 'venceu em 2 de novembro: R$ 900,00. Já pagou?'],
  ['2025-12-31', 'expense', 'venceu em 31 de dezembro de 2025: R$ 900,00. Já pagou?'],
  ['2026-11-20', 'income', 'é para hoje: R$ 900,00. Já recebeu?'],
  ['2026-11-02', 'income', 'era para 2 de novembro: R$ 900,00. Já recebeu?'],
  ['2026-11-19', 'transfer', 'era para ontem: R$ 900,00. Já transferiu?'],
] as const)('asks about %s, %s', (date, type, text) => {
  expect(dueText({ date, type, amount: 90_000 }, '2026-11-20').replaceAll('\u00a0', ' ')).toBe(text)
})
