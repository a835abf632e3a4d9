/** What came in and went out in a while, in centavos. */
interface Flow {
  income: number
  expense: number
}

const REAL = 100

/**
 * The same in whole reais, still as centavos, so that rows and their balance add up as they are written: each amount goes
 * to the real below or above it, and all of them together come to the balance without its cents. Those nearest to the
 * other side give way first.
 * @param unit what is written instead of whole reais, in centavos
 */
export function wholeReais<F extends Flow>(flows: readonly F[], unit = REAL): F[] {
  const toUnit = (centavos: number) => Math.round(centavos / unit) * unit
  const rounded = flows.map(({ income, expense }) => ({ income: toUnit(income), expense: toUnit(expense) }))
  const net = (of: readonly Flow[]) => of.reduce((sum, { income, expense }) => sum + income - expense, 0)
  const missing = Math.trunc(net(flows) / unit) - net(rounded) / unit
  const step = Math.sign(missing) * unit
  // More income or less expense makes up for what is missing; only what was rounded the other way can.
  const candidates = flows.flatMap((flow, index) =>
    (['income', 'expense'] as const).map((side) => {
      const change = side === 'income' ? step : -step
      return { index, side, change, lost: (flow[side] - (rounded[index]?.[side] ?? 0)) * Math.sign(change) }
    }),
  )
  const giving = candidates.filter(({ lost }) => lost > 0).sort((one, other) => other.lost - one.lost)
  for (const { index, side, change } of giving.slice(0, Math.abs(missing))) {
    const row = rounded[index]
    if (row) row[side] += change
  }
  return flows.map((flow, index) => ({ ...flow, ...rounded[index] }))
}
