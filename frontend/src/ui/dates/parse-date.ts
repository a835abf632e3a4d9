import { isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'

/**
 * A date as people type it: `05/12/2026`, `05122026`, `5/12/26`, `5-12-2026`, `5/12` of this year.
 * Null when it is none: the 30th of February, a month 13, half a date.
 */
export function parseDate(text: string, now: CalendarDate): CalendarDate | null {
  const bare = text.trim()
  const match = /^(\d{1,2})[/\-. ](\d{1,2})(?:[/\-. ](\d{4}|\d{2}))?$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare)
  if (match) {
    const [, day = '', month = '', year = now.slice(0, 4)] = match
    return realDate(`${inFull(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return realDate(bare)
}

function inFull(year: string): string {
  return year.length === 2 ? `20${year}` : year
}

function realDate(date: string): CalendarDate | null {
  return isCalendarDate(date) ? date : null
}
