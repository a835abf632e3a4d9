import type { CalendarDate } from './calendar.js'

// Separate from the rules: every list of transactions imports this order, and none imports the rules.

/** Order of listed recurrences: next due first, ended ones last. */
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
