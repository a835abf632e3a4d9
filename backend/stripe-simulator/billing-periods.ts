/** The end of a paid period. Stripe counts from the anchor, in UTC: 31 January, 28 February, 31 March. */

export interface BillingInterval {
  interval: string
  interval_count: number
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 }

/** The first end of a period after `after`, for periods counted from `anchor`; in epoch seconds. */
export function periodEndAfter(anchor: number, after: number, every: BillingInterval): number {
  if (anchor > after) return anchor
  // Starts a little too low, because months differ in length.
  let count = Math.max(1, Math.floor((after - anchor) / longest(every)))
  while (boundary(anchor, count, every) <= after) count += 1
  return boundary(anchor, count, every)
}

function boundary(anchor: number, count: number, { interval, interval_count: step }: BillingInterval): number {
  const days = DAYS[interval]
  if (days !== undefined) return anchor + count * step * days * 86_400
  return monthsLater(anchor, count * step * (interval === 'year' ? 12 : 1))
}

function longest({ interval, interval_count: step }: BillingInterval): number {
  const days = DAYS[interval] ?? (interval === 'year' ? 366 : 31)
  return days * step * 86_400
}

function monthsLater(time: number, months: number): number {
  const start = new Date(time * 1000)
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(start.getUTCDate(), last))
  return Math.floor(first.getTime() / 1000) + (time % 86_400)
}
