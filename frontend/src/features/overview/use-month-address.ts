import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isCalendarMonth, type CalendarMonth } from '@prumo/shared/calendar'

/** The month that the overview's address asks for, null while it asks for none; and a way to ask. Every part of the screen follows it. */
export function useMonthAddress(): [CalendarMonth | null, (month: CalendarMonth) => void] {
  const [address, setAddress] = useSearchParams()
  const text = address.get('mes')
  return [text !== null && isCalendarMonth(text) ? text : null, useCallback((month) => setAddress({ mes: month }), [setAddress])]
}
