export interface Tick {
  /** From 0 at the top to 1 on the ground. */
  at: number
  /** Only where there is room for it. */
  label: string | null
}

/** Labelled one by one, more would stand too close. */
const LABELLED_EACH = 6
const LABELLED_EVERY = 3

/** A mark for each month of expenses that the target is worth; the last one lies on the ground. */
export function monthTicks(months: number): Tick[] {
  const every = months <= LABELLED_EACH ? 1 : LABELLED_EVERY
  return Array.from({ length: months }, (_, index) => {
    const month = index + 1
    return { at: month / months, label: month % every === 0 ? labelOf(month, months) : null }
  })
}

/** What is counted is said once, on the ground. */
function labelOf(month: number, months: number): string {
  if (month < months) return String(month)
  return months === 1 ? '1 mês' : `${months} meses`
}
