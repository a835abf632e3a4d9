import type { CalendarMonth } from '@prumo/shared/calendar'
import { v5 as namedId } from 'uuid'

/** The id of a month's entity in the history; the server derives the same. */
export function monthId(account: string, month: CalendarMonth): string {
  return namedId(`month ${month}`, account)
}
