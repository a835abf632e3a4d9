/** The amount of a row and the balance after it, in centavos; null for empty cells. */
export interface BalancedRow {
  date: string
  moved: number | null
  balance: number | null
}

export interface BalanceProof {
  /** The kind of the balances beside the rows; null when they do not match the amounts. */
  balances: 'running' | 'daily' | null
  /** The number of balances that follow from the previous one. */
  count: number
}

/** The share of balances that may be broken. One unread row breaks two. */
const MOST_BREAKS = 0.2

/**
 * Checks that each balance is the previous one plus the amount, by row or by day, in either order. Two equal numbers can be a
 * coincidence, so at least two balances have to follow, or one if there are no more.
 */
export function proofOfBalances(rows: readonly BalancedRow[]): BalanceProof {
  const known = rows.filter(({ balance }) => balance !== null)
  const tries: [BalanceProof['balances'], number, number][] = [known, known.toReversed()].flatMap((inOrder) => [
    ['running', ...countFollowing(inOrder)],
    ['daily', ...countFollowing(byDay(inOrder))],
  ])
  const [kind, count] = tries.reduce<[BalanceProof['balances'], number]>(
    (best, [name, fits, of]) => (of > 0 && fits > best[1] && of - fits <= Math.floor(of * MOST_BREAKS) ? [name, fits] : best),
    [null, 0],
  )
  return { balances: kind, count }
}

/** The number of balances that follow, and their total. A row without an amount only states a balance. */
function countFollowing(rows: readonly BalancedRow[]): [fits: number, of: number] {
  let [fits, of] = [0, 0]
  for (let at = 1; at < rows.length; at++) {
    const moved = rows[at]?.moved
    if (moved == null || moved === 0) continue
    of++
    if ((rows[at - 1]?.balance ?? 0) + moved === rows[at]?.balance) fits++
  }
  return [fits, of]
}

/** Merges the rows of each day. */
function byDay(rows: readonly BalancedRow[]): BalancedRow[] {
  const days: BalancedRow[] = []
  for (const row of rows) {
    const last = days.at(-1)
    if (last && last.date === row.date && last.balance === row.balance) last.moved = (last.moved ?? 0) + (row.moved ?? 0)
    else days.push({ ...row })
  }
  return days
}
