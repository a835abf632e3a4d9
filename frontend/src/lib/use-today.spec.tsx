import { act, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { useToday } from './use-today'

const Day = memo(function Day() {
  return <p>{useToday()}</p>
})

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T23:58:30-03:00') }))
afterEach(() => jest.useRealTimers())

it('changes at midnight in São Paulo, in every component', () => {
  render([<Day key="1" />, <Day key="2" />])
  act(() => jest.advanceTimersByTime(89_000))
  expect(screen.getAllByText('2026-11-20')).toHaveLength(2)
  act(() => jest.advanceTimersByTime(1_000))
  expect(screen.getAllByText('2026-11-21')).toHaveLength(2)
})

it('changes when the device wakes up on another day', () => {
  render(<Day />)
  jest.setSystemTime(Date.parse('2026-11-23T09:00:00-03:00'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('2026-11-23')).toBeInTheDocument()
})
