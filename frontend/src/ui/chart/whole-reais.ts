/** Income and expense of a period, in centavos. */
interface IncomeAndExpense {
  income: number
  expense: number
}

const REAL = 100

/**
 * Rounds amounts to whole reais, still in centavos. Each amount goes to the real below or above it, so that every row adds up as
 * written, and the sum of the newest rows, however many, equals their balance without its cents. It starts with the newest row, the
 * last one: a month reads the same on every screen, whatever older months precede it.
 * @param unit in centavos, for rounding to another unit than reais
 */
export function roundToWholeReais<F extends IncomeAndExpense>(flows: readonly F[], unit = REAL): F[] {
  let [exact, written] = [0, 0]
  return flows
    .toReversed()
    .map((flow) => {
      exact += net(flow)
      const row = { ...flow, ...roundTowardsNet(Math.trunc(exact / unit) * unit - written, flow, unit) }
      written += net(row)
      return row
    })
    .toReversed()
}

/**
 * Picks the rounding whose net is closest to `target`, among those that change the net by less than a unit. Where the balance
 * changes its sign there may be none that reaches the target; the next row then compensates.
 */
function roundTowardsNet(target: number, flow: IncomeAndExpense, unit: number): IncomeAndExpense {
  const { income, expense } = flow
  const around = (centavos: number) => [Math.floor, Math.ceil].map((round) => round(centavos / unit) * unit)
  const choices = around(income)
    .flatMap((came) => around(expense).map((went) => ({ income: came, expense: went })))
    .filter((choice) => Math.abs(net(choice) - net(flow)) < unit)
  const missing = (choice: IncomeAndExpense) => Math.abs(net(choice) - target)
  const away = (choice: IncomeAndExpense) => Math.abs(choice.income - income) + Math.abs(choice.expense - expense)
  return choices.toSorted((one, other) => missing(one) - missing(other) || away(one) - away(other))[0]!
}

function net({ income, expense }: IncomeAndExpense): number {
  return income - expense
}
