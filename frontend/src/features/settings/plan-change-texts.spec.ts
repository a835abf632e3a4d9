import { dueLines, dueText, isLonger, laterText, likelyPlan, otherPlans, findPlan, waitingText, doneText } from './plan-change-texts'

const year = findPlan('1ano')!
const month = findPlan('1mes')!
const plain = (text: string) => text.replace(/\s/g, ' ')
// Still the day before in São Paulo.
const at = '2026-12-13T01:30:00.000Z'
const due = { at, amountDue: 21_433, currency: 'brl' }

it('offers the other plans, and preselects the next longer one', () => {
  expect(otherPlans('3meses').map(({ id }) => id)).toEqual(['1mes', '1ano', '3anos'])
  expect(['1mes', '3meses', '1ano', '3anos', null].map((id) => likelyPlan(id).id)).toEqual(['3meses', '1ano', '3meses', '1ano', '1mes'])
  expect([isLonger(year, '3meses'), isLonger(month, '3meses')]).toEqual([true, false])
})

it('shows the amount due today and how it is computed', () => {
  expect(plain(dueText(due))).toBe('Hoje você paga R$ 214,33')
  expect(dueLines(year, due)).toEqual([
    { label: 'Plano de 1 ano', amount: 29_700 },
    { label: 'Já pago e não usado', amount: -8_267 },
  ])
})

it('shows the date of a scheduled change', () => {
  const change = { at, planId: '1mes', priceId: 'price_1' }
  expect(waitingText(change)).toBe('Muda para o plano de 1 mês em 12/12/2026')
  expect(waitingText({ ...change, planId: null })).toBe('Muda para outro plano em 12/12/2026')
  expect(plain(laterText(month, { ...due, amountDue: 0 }))).toBe(
    'O plano de agora vale até 12/12/2026. Nesse dia começa o de 1 mês: R$ 47,00 por mês.',
  )
  expect(doneText({ planId: '3meses', change })).toBe('Mudança marcada para 12/12/2026.')
  expect(doneText({ planId: '1ano', change: null })).toBe('Pronto. Seu plano é o de 1 ano.')
})
