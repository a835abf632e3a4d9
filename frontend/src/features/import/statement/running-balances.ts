/** What a row moved and what there was after it, in centavos; null where a cell says nothing. */
export interface BalancedRow {
  date: string
  moved: number | null
  balance: number | null
}

export interface BalanceProof {
  /** What the balances beside the rows are; null where they do not fit the amounts. */
  balances: 'running' | 'daily' | null
  /** How many balances follow from the one before them. */
  count: number
}

/** How many of the balances may not follow: a row that was not understood breaks two. */
const MOST_BREAKS = 0.2

/**
 * Whether each balance is the one before it plus the amount, row by row or day by day, with the oldest or the newest row first.
 * Two equal numbers prove nothing, so at least two balances have to follow, or one where there are no more.
 */
export function proofOfBalances(rows: readonly BalancedRow[]): BalanceProof {
  const known = rows.filter(({ balance }) => balance !== null)
  const tries: [BalanceProof['balances'], number, number][] = [known, known.toReversed()].flatMap((inOrder) => [
    ['running', ...followed(inOrder)],
    ['daily', ...followed(byDay(inOrder))],
  ])
  const [kind, count] = tries.reduce<[BalanceProof['balances'], number]>(
    (best, [name, fits, of]) => (of > 0 && fits > best[1] && of - fits <= Math.floor(of * MOST_BREAKS) ? [name, fits] : best),
    [null, 0],
  )
  return { balances: kind, count }
}

/** How many balances follow from the one before, of how many. A row that moved nothing says only what there was. */
function followed(rows: readonly BalancedRow[]): [fits: number, of: number] {
  let [fits, of] = [0, 0]
  for (let at = 1; at < rows.length; at++) {
    const moved = rows[at]?.moved
    if (moved == null || moved === 0) continue
    of++
    if ((rows[at - 1]?.balance ?? 0) + moved === rows[at]?.balance) fits++
  }
  return [fits, of]
}

/** The rows of each day as one. */
function byDay(rows: readonly BalancedRow[]): BalancedRow[] {
  const days: BalancedRow[] = []
  for (const row of rows) {
    const last = days.at(-1)
    if (last && last.date === row.date && last.balance === row.balance) last.moved = (last.moved ?? 0) + (row.moved ?? 0)
    else days.push({ ...row })
  }
  return days
}
