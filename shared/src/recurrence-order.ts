import type { CalendarDate } from './calendar.js'

// Apart from the rules: every list of transactions has it, and none of them needs those.

/** The order in which recurrences are listed: what is due next first, what has ended last. */
export function compareRecurrences(one: ListedRecurrence, other: ListedRecurrence): number {
  return placeOf(one) < placeOf(other) ? -1 : 1
}

interface ListedRecurrence {
  next: CalendarDate | null
  endedAt: string | null
  createdAt: string
}

function placeOf({ next, endedAt, createdAt }: ListedRecurrence): string {
  return `${endedAt === null ? 0 : 1}${next ?? '9999'}${createdAt}`
}
