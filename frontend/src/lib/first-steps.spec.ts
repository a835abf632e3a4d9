import { areFirstStepsDue, dismissFirstSteps, doneSteps, recordDoneSteps } from './first-steps'
import { storageKeys } from './device-storage'

beforeEach(() => localStorage.clear())

const isDue = (account = 'ana', now = '2026-11-27') => areFirstStepsDue(account, '2026-11-20', now)

it('stand for sixty days', () => {
  expect(isDue()).toBe(true)
  expect(isDue('ana', '2027-01-19')).toBe(true)
  expect(isDue('ana', '2027-01-20')).toBe(false)
})

it('end for good once dismissed, for that account alone', () => {
  dismissFirstSteps('ana')
  expect([isDue('ana'), isDue('bia')]).toEqual([false, true])
})

it('stay done, and end when all are', () => {
  recordDoneSteps('ana', ['balance'])
  recordDoneSteps('ana', ['statement'])
  expect(doneSteps('ana')).toEqual(['statement', 'balance'])
  expect(isDue()).toBe(true)
  recordDoneSteps('ana', ['recurrence'])
  expect(isDue()).toBe(false)
})

it('start over where the stored value is not readable', () => {
  localStorage.setItem(storageKeys.firstSteps, '{"ana":3,')
  expect([isDue(), doneSteps('ana')]).toEqual([true, []])
})
