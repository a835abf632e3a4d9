import { formatCentavos } from './money.js'
import { DEFAULT_PLAN, monthlyPriceOf, planIds, plans } from './plans.js'

describe('the plans', () => {
  it('are four, in the order of their ids, and one of them is the most chosen', () => {
    expect(plans.map(({ id }) => id)).toEqual(planIds)
    expect(plans.filter(({ popular }) => popular).map(({ id }) => id)).toEqual([DEFAULT_PLAN])
  })

  it('cost by the month what is said of them', () => {
    expect(plans.map(monthlyPriceOf)).toEqual([4_700, 3_233, 2_475, 1_936])
  })

  it.each(plans)('of $duration takes off as much as it says', ({ price, originalPrice, discount, months }) => {
    expect(originalPrice).toBe(6_700 * months)
    expect(Math.round((1 - price / originalPrice) * 100)).toBe(discount)
  })

  it.each(plans)('of $duration names its price', ({ description, price }) => {
    expect(description.replace(/\s/g, ' ')).toContain(formatCentavos(price).replace(/\s/g, ' '))
  })
})
