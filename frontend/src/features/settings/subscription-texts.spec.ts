import type { Subscription } from '@prumo/shared/subscriptions'
import {
  cardText,
  consequenceText,
  dayText,
  endTexts,
  headlineText,
  inactiveText,
  lastDay,
  planText,
  refundText,
  summaryText,
} from './subscription-texts'

const END = Date.parse('2027-02-21T01:30:00Z') / 1000
const active = { status: 'active', subscriptionId: 'sub_1', cancelAtPeriodEnd: false, currentPeriodEnd: END } as const
const never = { status: 'other', subscriptionId: null, cancelAtPeriodEnd: false, currentPeriodEnd: null } as const
const TODAY = '2026-11-20'

it('uses the last day in São Paulo', () => {
  expect(lastDay(active)).toBe('2027-02-20')
})

it.each([
  [active, 'Ativa, renova em 20/02/2027'],
  [{ ...active, cancelAtPeriodEnd: true }, 'Ativa até 20/02/2027'],
  [{ ...active, status: 'trialing' }, 'Em teste até 20/02/2027'],
  [{ ...active, status: 'trialing', cancelAtPeriodEnd: true }, 'Em teste até 20/02/2027'],
  [{ ...active, status: 'past_due' }, 'Pagamento em atraso'],
  [{ ...active, status: 'canceled' }, 'Cancelada'],
  [{ ...active, status: 'other' }, 'Sem assinatura ativa'],
  [never, 'Sem assinatura'],
] as const)('summarises the subscription: %#', (subscription, text) => {
  expect(summaryText(subscription)).toBe(text)
})

it('describes an active subscription in a sentence', () => {
  expect(headlineText(active)).toBe('Sua assinatura está ativa.')
  expect(headlineText({ ...active, status: 'trialing' })).toBe('Sua assinatura está em período de teste.')
  expect(headlineText({ ...active, cancelAtPeriodEnd: true })).toBe('Ativa até 20/02/2027')
})

it('explains an inactive subscription, with its end only if that is past', () => {
  expect(inactiveText({ ...active, status: 'canceled' }, '2027-03-01')).toBe('Ela terminou em 20/02/2027. Seus dados continuam aqui.')
  expect(inactiveText({ ...active, status: 'canceled' }, TODAY)).toBe('Ela terminou. Seus dados continuam aqui.')
  expect(inactiveText({ ...active, status: 'past_due' }, TODAY)).toContain('Atualize o cartão')
  expect(inactiveText(never, TODAY)).toContain('Escolha um plano')
})

it('states the distance of a day', () => {
  expect(dayText('2027-02-20', TODAY)).toBe('20/02/2027, daqui a 92 dias')
  expect([dayText(TODAY, TODAY), dayText('2026-11-21', TODAY), dayText('2026-11-19', TODAY)]).toEqual([
    '20/11/2026, hoje',
    '21/11/2026, amanhã',
    '19/11/2026',
  ])
})

it('names plan and card', () => {
  expect(planText({ planId: '3meses' }).replace(/\s/g, ' ')).toBe('3 meses, R$ 97,00 a cada 3 meses')
  expect(planText({ planId: null })).toBe('Um plano que não está mais à venda')
  expect(cardText({ paymentMethodBrand: 'visa', paymentMethodLast4: '4242' })).toBe('Visa, final 4242')
  expect(cardText({ paymentMethodBrand: 'unionpay', paymentMethodLast4: '1234' })).toBe('Cartão, final 1234')
  expect(cardText({ paymentMethodBrand: null, paymentMethodLast4: null })).toBe('Nenhum cartão guardado')
})

it('explains cancellation with its date', () => {
  expect(consequenceText(active)).toBe(
    'Se cancelar hoje, o acesso vai até 20/02/2027 e nada mais é cobrado. Seus dados continuam aqui e podem ser exportados.',
  )
  expect(consequenceText({ ...active, status: 'trialing' })).toContain('e nada é cobrado.')
})

describe('the erasure of an account', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z')
  const paid = (days: number, paymentMethodLast4: string | null = '4242') =>
    ({
      createdAt: new Date(NOW - days * 86_400_000).toISOString(),
      currentPeriodStart: NOW / 1000 - days * 86_400,
      paymentMethodLast4,
    }) as Subscription

  it('refunds within the guarantee period, and names the destination', () => {
    expect(endTexts(paid(6), NOW)).toEqual(['A assinatura termina agora, e o que você pagou volta para o cartão: é a garantia de 7 dias.'])
    expect(endTexts(paid(6, null), NOW)).toEqual([
      'A assinatura termina agora, e devolvemos o que você pagou: é a garantia de 7 dias.',
      'Um boleto não volta sozinho: nossa equipe escreve para o email do boleto e devolve por transferência.',
    ])
  })

  it('does not refund later, and promises nothing while the subscription is unknown', () => {
    expect(endTexts(paid(8), NOW)).toEqual(['A assinatura termina agora, sem reembolso.'])
    expect(endTexts(undefined, NOW)).toEqual([expect.stringContaining('só nos 7 dias depois do primeiro pagamento')])
  })
})

describe('the refund', () => {
  const paid = {
    status: 'active' as const,
    createdAt: '2026-11-14T02:00:00.000Z',
    currentPeriodStart: Date.parse('2026-11-14T02:00:00.000Z') / 1000,
  }

  it('can be asked for until the seventh day after the first payment, in São Paulo', () => {
    expect(refundText(paid, '2026-11-13')).toBe('Até 20/11/2026 você pode pedir o valor todo de volta.')
    expect(refundText(paid, '2026-11-20')).toContain('Até 20/11/2026')
    expect(refundText(paid, '2026-11-21')).toBeNull()
  })

  it('counts from the earlier of both moments, and not in a trial', () => {
    expect(refundText({ ...paid, createdAt: '2026-10-01T12:00:00.000Z' }, '2026-11-14')).toBeNull()
    expect(refundText({ ...paid, status: 'trialing' }, '2026-11-14')).toBeNull()
    expect(refundText({ ...paid, createdAt: null }, '2026-11-14')).toBeNull()
  })
})
