import type { CalendarMonth } from '@prumo/shared/calendar'
import { v5 as namedId } from 'uuid'

/** The id of a month's entity. */
export function monthId(accountId: string, month: CalendarMonth): string {
  return namedId(`month ${month}`, accountId)
}
