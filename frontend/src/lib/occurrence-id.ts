import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { v5 as namedId } from 'uuid'

/** By how many days an occurrence may be due before or after its place in the sequence. */
const MOST_MOVED = 10

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
