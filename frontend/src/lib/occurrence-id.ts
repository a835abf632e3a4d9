import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { MOST_MOVED } from '@prumo/shared/recurrence-rules'
import { v5 as namedId } from 'uuid'

/** The id of the transaction that is the occurrence of a nominal date, on every device and on the server. */
export function occurrenceId(recurrenceId: string, nominal: CalendarDate): string {
  return namedId(nominal, recurrenceId)
}

/** The nominal date of an occurrence; its own date where a person moved it further. */
export function nominalOf({ id, recurrenceId, date }: { id: string; recurrenceId: string; date: CalendarDate }): CalendarDate {
  for (let moved = -MOST_MOVED; moved <= MOST_MOVED; moved++) {
    const nominal = addDays(date, moved)
    if (occurrenceId(recurrenceId, nominal) === id) return nominal
  }
  return date
}
