import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { MOST_MOVED } from '@prumo/shared/recurrence-rules'
import { v5 as namedId } from 'uuid'

/** The transaction id of an occurrence by its nominal date; the server derives the same. */
export function occurrenceId(recurrenceId: string, nominal: CalendarDate): string {
  return namedId(nominal, recurrenceId)
}

/** The nominal date of an occurrence; its own date if it was moved further than `MOST_MOVED` days. */
export function nominalOf({ id, recurrenceId, date }: { id: string; recurrenceId: string; date: CalendarDate }): CalendarDate {
  for (let moved = -MOST_MOVED; moved <= MOST_MOVED; moved++) {
    const nominal = addDays(date, moved)
    if (occurrenceId(recurrenceId, nominal) === id) return nominal
  }
  return date
}
