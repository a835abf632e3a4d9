import { act, renderHook } from '@testing-library/react'
import { acceptOfferedDay, compareClock, useOfferedDay } from './device-clock'
import { today } from './dates'
import { storageKeys } from './device-storage'
import { useToday } from './use-today'

const answered = (at: string) => compareClock(new Headers({ Date: new Date(at).toUTCString() }))

beforeEach(() => jest.useFakeTimers({ now: new Date('2027-11-27T15:00:00Z') }))
afterEach(() => {
  // A right clock ends every correction.
  act(() => answered(new Date().toISOString()))
  jest.useRealTimers()
})

it('offers the time of the server to a clock that is a year ahead, and follows it when it is accepted', () => {
  const { result } = renderHook(() => ({ offered: useOfferedDay(), now: useToday() }))
  act(() => answered('2026-11-27T15:00:00Z'))
  expect(result.current).toEqual({ offered: '2026-11-27', now: '2027-11-27' })
  act(acceptOfferedDay)
  expect(result.current).toEqual({ offered: null, now: '2026-11-27' })
  expect(Number(localStorage.getItem(storageKeys.clock))).toBe(-365 * 86_400_000)
  // The next answer is some seconds later.
  act(() => answered('2026-11-27T15:00:09Z'))
  expect(result.current).toEqual({ offered: null, now: '2026-11-27' })
})

it('ends the correction once the clock is right', () => {
  answered('2026-11-27T15:00:00Z')
  acceptOfferedDay()
  jest.setSystemTime(new Date('2026-11-28T15:00:00Z'))
  answered('2026-11-28T15:00:00Z')
  expect(today()).toBe('2026-11-28')
  expect(localStorage.getItem(storageKeys.clock)).toBeNull()
})

it('leaves a clock alone that is less than a day off, and an answer without a date', () => {
  const { result } = renderHook(useOfferedDay)
  act(() => answered('2027-11-28T14:59:00Z'))
  act(() => compareClock(new Headers()))
  expect(result.current).toBeNull()
})
