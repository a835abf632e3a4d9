import { plans } from '@prumo/shared/plans'
import type Stripe from 'stripe'
import { problemOf } from './plan-prices.js'

const year = plans.find(({ id }) => id === '1ano')!
const good = { active: true, currency: 'brl', unit_amount: 29_700, recurring: { interval: 'month', interval_count: 12 } }
const problem = (changes: object) => problemOf(year, 'price_x', { ...good, ...changes } as Stripe.Price)

it('accepts the plan’s price, by months or by years', () => {
  expect(problem({})).toBeNull()
  expect(problem({ recurring: { interval: 'year', interval_count: 1 } })).toBeNull()
})

it.each([
  ['amount', { unit_amount: 29_000 }, '29000 brl a cada 12 month'],
  ['currency', { currency: 'usd' }, '29700 usd a cada 12 month'],
  ['interval', { recurring: { interval: 'month', interval_count: 1 } }, '29700 brl a cada 1 month'],
  ['unit of the interval', { recurring: { interval: 'day', interval_count: 12 } }, '29700 brl a cada 12 day'],
  ['single payment', { recurring: null }, '29700 brl uma vez só'],
])('names another %s, with the expected one', (_, changes, found) => {
  expect(problem(changes)).toBe(
    `STRIPE_PRICE_1ANO: o preço price_x é de ${found}; o plano 1 ano pede 29700 brl a cada 12 month (valores em centavos).`,
  )
})

it('names a price that is unknown or deactivated', () => {
  expect(problemOf(year, 'price_x', null)).toBe('STRIPE_PRICE_1ANO: a Stripe não conhece o preço price_x.')
  expect(problem({ active: false })).toMatch(/^STRIPE_PRICE_1ANO: .*desativado/)
})
