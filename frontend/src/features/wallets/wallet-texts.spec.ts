import { correctionText } from './correct-balance-dialog'
import { typedBalance, typedDays, emptyWallet, walletRules } from './wallet-form-values'
import { comingDay, fromNames, headingOf, openBillText, purchaseText, shortBillText, sourceText, toNames } from './wallet-texts'

const NOW = '2026-11-27'
const days = { closingDay: 3, dueDay: 10 }

it('says where a balance comes from', () => {
  const balance = { amount: 0, date: NOW, source: 'stated' as const }
  expect(sourceText({ balance, statedOn: '2026-11-24' }, NOW)).toBe('Informado em 24/11')
  expect(sourceText({ balance, statedOn: NOW }, NOW)).toBe('Informado hoje')
  expect(sourceText({ balance: { ...balance, source: 'sums' }, statedOn: null }, NOW)).toBe('Somado do que você lançou')
})

it('says what the days of a card mean today', () => {
  expect(openBillText(days, NOW)).toBe('Fatura aberta, fecha quinta, 03/12')
  expect(openBillText(days, '2026-12-03')).toBe('Fatura aberta, fecha hoje')
  expect(shortBillText(days, NOW)).toEqual(['Fecha em 03/12,', 'vence em 10/12'])
  expect(purchaseText({ closingDay: 25, dueDay: 5 }, NOW)).toBe(
    'Uma compra de hoje entra na fatura que fecha em 25/12 e vence em 05/01. Em mês mais curto vale o último dia.',
  )
})

it('names coming days as people do', () => {
  const dates = [NOW, '2026-11-28', '2026-11-29', '2026-12-03', '2026-12-04', '2027-01-03']
  expect(dates.map((date) => comingDay(date, NOW))).toEqual([
    'hoje',
    'amanhã',
    'no domingo',
    'na quinta',
    'em 4 de dezembro',
    'em 3 de janeiro de 2027',
  ])
})

it('puts names into sentences', () => {
  expect(fromNames(['Caixa'])).toBe('do Caixa')
  expect(fromNames(['Conta principal', 'Inter'])).toBe('da Conta principal e do Inter')
  expect(toNames(['Nubank', 'Caixa'])).toBe('para o Nubank e o Caixa')
  expect(toNames(['a', 'b', 'c'])).toBe('para 3 contas')
  expect(headingOf('Inter')).toBe('No Inter')
})

it('says before saving what a corrected balance means', () => {
  expect(correctionText(140_215, 139_015, false)).toMatch(/^R\$\u00a012,00 a menos do que a soma\./)
  expect(correctionText(-112_040, -113_240, true)).toMatch(/^R\$\u00a012,00 a mais do que a soma\./)
  expect(correctionText(44_000, 44_000, false)).toBe('É o que a soma já diz.')
})

describe('a typed wallet', () => {
  const card = { ...emptyWallet, kind: 'card' as const, closingDay: '25', dueDay: ' 5' }

  it('has the days of a card once both are valid', () => {
    expect(typedDays(card)).toEqual({ closingDay: 25, dueDay: 5 })
    expect(typedDays({ ...card, dueDay: '32' })).toBeNull()
    expect(typedDays({ ...card, kind: 'bank' })).toBeNull()
  })

  it('owes what is typed for a card, and nothing is known of an empty field', () => {
    expect(typedBalance({ ...card, amount: '1.120,40' })).toBe(-112_040)
    expect(typedBalance({ kind: 'bank', amount: '-80', isNegative: false })).toBe(-8_000)
    expect(typedBalance({ kind: 'cash', amount: '0', isNegative: false })).toBe(0)
    expect(typedBalance(card)).toBeNull()
  })

  it('says at its fields what is missing or taken', () => {
    const rules = walletRules([{ name: 'Cartão Itaú' }])
    expect(rules.name?.('cartao itau', card)).toBe('Já existe uma conta com este nome.')
    expect(rules.name?.('  ', card)).toBe('Digite um nome')
    expect(rules.closingDay?.('', card)).toBe('Escolha o dia em que a fatura fecha')
    expect(rules.dueDay?.('0', card)).toBe('Escolha um dia de 1 a 31')
    expect(rules.dueDay?.('', { ...card, kind: 'cash' })).toBeNull()
  })
})
