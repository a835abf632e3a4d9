import { formatCentavos } from './money.js'
import { DEFAULT_PLAN, monthlyPriceOf, planIds, plans } from './plans.js'

describe('plans', () => {
  it('are four in the order of their ids, one of them popular', () => {
    expect(plans.map(({ id }) => id)).toEqual(planIds)
    expect(plans.filter(({ popular }) => popular).map(({ id }) => id)).toEqual([DEFAULT_PLAN])
  })

  it('have these prices per month', () => {
    expect(plans.map(monthlyPriceOf)).toEqual([4_700, 3_233, 2_475, 1_936])
  })

  it.each(plans)('of $duration have the stated discount', ({ price, originalPrice, discount, months }) => {
    expect(originalPrice).toBe(6_700 * months)
    expect(Math.round((1 - price / originalPrice) * 100)).toBe(discount)
  })

  it.each(plans)('of $duration name their price', ({ description, price }) => {
    expect(description.replace(/\s/g, ' ')).toContain(formatCentavos(price).replace(/\s/g, ' '))
  })
})
