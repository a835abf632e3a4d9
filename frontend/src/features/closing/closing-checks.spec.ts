import { aTransaction } from '../../data/test-fixtures'
import { closingChecks, readinessText, type ClosingFacts } from './closing-checks'

const sale = (about: object = {}) => aTransaction({ amount: 4_000, type: 'expense', ...about })
const ready: ClosingFacts = {
  statement: { name: 'Inter', date: '2026-10-31', balance: 100_400, sums: 100_400 },
  settledCount: 43,
  pending: [],
  uncategorised: [],
  withoutReceipt: [],
  mei: { deliveredOn: '2026-11-05', changedBy: null },
}
const textsOf = (facts: Partial<ClosingFacts>) =>
  closingChecks({ ...ready, ...facts }).map(({ isReady, title, detail }) =>
    `${isReady ? '✓' : '○'} ${title}: ${detail}`.replaceAll('\u00a0', ' '),
  )

it('is ready when nothing is open', () => {
  expect(textsOf({})).toEqual([
    '✓ O saldo fecha: Igual ao de Inter em 31/10/2026',
    '✓ Nada a confirmar: As 43 transações estão resolvidas',
    '✓ Tudo com categoria: O relatório diz de onde veio e para onde foi',
    '✓ Toda despesa com comprovante: Vão no pacote com anexo',
    '✓ Relatório Mensal do MEI: Feito em 05/11/2026',
  ])
  expect(readinessText(closingChecks(ready))).toBe('Tudo pronto para fechar.')
})

it('says what is open, how many and how much, and that nothing of it prevents the closing', () => {
  const open: Partial<ClosingFacts> = {
    statement: { name: 'Inter', date: '2026-10-31', balance: 100_400, sums: 99_200 },
    pending: [sale()],
    uncategorised: [sale(), sale({ type: 'income', amount: 1_000 })],
    withoutReceipt: [sale(), sale()],
    mei: { deliveredOn: '2026-11-05', changedBy: 6_000 },
  }
  expect(textsOf(open)).toEqual([
    '○ O saldo não fecha: Faltam R$ 12,00 para chegar aos R$ 1.004,00 de Inter em 31/10/2026',
    '○ 1 a confirmar: Ficam fora do mês fechado até você responder',
    '○ 2 sem categoria: Ficam em “Sem categoria” no relatório',
    '○ 2 despesas sem comprovante: Vão no pacote sem anexo',
    '○ Relatório Mensal do MEI: Feito em 05/11/2026; a receita mudou depois',
  ])
  const checks = closingChecks({ ...ready, ...open })
  expect(checks.map(({ centavos }) => centavos)).toEqual([1_200, -4_000, -3_000, -8_000, 6_000])
  expect(readinessText(checks)).toBe('5 em aberto. Nenhuma impede.')
  expect(readinessText(closingChecks({ ...ready, pending: [sale()], withoutReceipt: null, mei: null }))).toBe(
    '2 prontas, 1 em aberto. Nenhuma impede.',
  )
})

it('says where no statement has a balance, and leaves out receipts and MEI where there are none', () => {
  expect(textsOf({ statement: null, withoutReceipt: null, mei: null })).toEqual([
    '○ Sem saldo do banco para conferir: Nenhum extrato diz o saldo deste mês',
    '✓ Nada a confirmar: As 43 transações estão resolvidas',
    '✓ Tudo com categoria: O relatório diz de onde veio e para onde foi',
  ])
  expect(textsOf({ mei: { deliveredOn: null, changedBy: null } }).at(-1)).toBe('○ Relatório Mensal do MEI: Ainda não foi feito')
})
