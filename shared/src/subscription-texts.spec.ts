import { isUnderGuarantee, opens } from './subscription-texts.js'

const DAY = 86_400
const NOW = 1_000 * DAY
const milliseconds = (seconds: number) => seconds * 1000

it.each([
  ['active', 0, true],
  ['trialing', 0, true],
  ['active', -7 * DAY + 1, true],
  ['active', -7 * DAY, false],
  ['trialing', -7 * DAY, false],
  ['past_due', 30 * DAY, false],
  ['canceled', 30 * DAY, false],
  ['other', 30 * DAY, false],
] as const)('%s with a period that ends in %d seconds opens: %s', (status, left, expected) => {
  expect(opens({ status, currentPeriodEnd: NOW + left }, milliseconds(NOW))).toBe(expected)
})

it('opens nothing without a period', () => {
  expect(opens({ status: 'active', currentPeriodEnd: null }, milliseconds(NOW))).toBe(false)
})

it.each([
  [1, 1, true],
  [6.9, 6.9, true],
  [7, 7, false],
  // A returning subscriber, and a subscription first seen late.
  [400, 1, false],
  [1, 8, false],
])('first seen %d days ago, with a period since %d days, is under the guarantee: %s', (seen, began, expected) => {
  const subscription = { createdAt: new Date(milliseconds(NOW - seen * DAY)).toISOString(), currentPeriodStart: NOW - began * DAY }
  expect(isUnderGuarantee(subscription, milliseconds(NOW))).toBe(expected)
})

it('has no guarantee without a payment', () => {
  expect(isUnderGuarantee({ createdAt: null, currentPeriodStart: null }, milliseconds(NOW))).toBe(false)
})
