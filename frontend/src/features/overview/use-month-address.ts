import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isCalendarMonth, type CalendarMonth } from '@prumo/shared/calendar'

/** The month in the overview's URL (null without one), and a function that sets it. All parts of the screen use it. */
export function useMonthAddress(): [CalendarMonth | null, (month: CalendarMonth) => void] {
  const [address, setAddress] = useSearchParams()
  const text = address.get('mes')
  return [text !== null && isCalendarMonth(text) ? text : null, useCallback((month) => setAddress({ mes: month }), [setAddress])]
}
