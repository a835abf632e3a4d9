/** What came in and went out in a while, in centavos. */
interface IncomeAndExpense {
  income: number
  expense: number
}

const REAL = 100

/**
 * The same in whole reais, still as centavos: each amount goes to the real below or above it, so that every row adds up as
 * it is written, and the newest rows, however many, come to their balance without its cents. It begins with the newest,
 * which is the last: a month reads the same on every screen, whatever older months stand above it.
 * @param unit what is written instead of whole reais, in centavos
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
 * What remained is no further than a unit away either. So where a balance changes its sign, none may come to what is wanted;
 * then the next row makes up for it.
 */
function roundTowardsNet(wanted: number, flow: IncomeAndExpense, unit: number): IncomeAndExpense {
  const { income, expense } = flow
  const around = (centavos: number) => [Math.floor, Math.ceil].map((round) => round(centavos / unit) * unit)
  const choices = around(income)
    .flatMap((came) => around(expense).map((went) => ({ income: came, expense: went })))
    .filter((choice) => Math.abs(net(choice) - net(flow)) < unit)
  const missing = (choice: IncomeAndExpense) => Math.abs(net(choice) - wanted)
  const away = (choice: IncomeAndExpense) => Math.abs(choice.income - income) + Math.abs(choice.expense - expense)
  return choices.toSorted((one, other) => missing(one) - missing(other) || away(one) - away(other))[0]!
}

function net({ income, expense }: IncomeAndExpense): number {
  return income - expense
}
