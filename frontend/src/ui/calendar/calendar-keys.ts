import { addDays, addMonths, type CalendarDate } from '@prumo/shared/calendar'
import { weekdayOf } from './weeks'

/** Where a key leads from a date in a calendar; null for keys that lead nowhere. */
export function dateByKey(from: CalendarDate, key: string): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft': return addDays(from, -1)
    case 'ArrowRight': return addDays(from, 1)
    case 'ArrowUp': return addDays(from, -7)
    case 'ArrowDown': return addDays(from, 7)
    case 'Home': return addDays(from, -weekdayOf(from))
    case 'End': return addDays(from, 6 - weekdayOf(from))
    case 'PageUp': return addMonths(from, -1)
    case 'PageDown': return addMonths(from, 1)
    default: return null
  }
}
