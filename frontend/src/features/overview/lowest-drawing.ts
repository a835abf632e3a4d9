import { daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import type { LookAhead } from '@prumo/shared/forecast'
import { forecastOf } from '@prumo/shared/forecast-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { OVERVIEW_DAYS } from '../../data/api-requests'

export const WIDTH = 150
export const HEIGHT = 34
/** Half the dot, so that none of it is cut. */
const EDGE = 4

/**
 * The balance of the days ahead as steps over zero, from rows that the overview has anyway: what repeats is recorded further
 * ahead than this looks.
 * @returns no line where the rows come to another lowest balance than the account says, because some are missing
 */
export function lowestDrawing(
  { opening }: Pick<LookAhead, 'opening'>,
  lowest: NonNullable<LookAhead['lowest']>,
  rows: readonly Transaction[],
  now: CalendarDate,
): { zero: number; line: string | null; dot: { x: number; y: number } } {
  const pending = rows
    .filter((row) => stateOf(row) === 'pending')
    .map(({ date, type, amount }) => ({ date, income: 0, expense: 0, count: 1, [type]: amount }))
  const made = forecastOf({ opening, pending, occurrences: [], spreads: null }, now, OVERVIEW_DAYS)
  const isWhole = made.lowest.balance === lowest.balance && made.lowest.date === lowest.date
  const balances = isWhole ? made.days.map(({ balance }) => balance) : [opening.amount, lowest.balance]
  const [highest, least] = [Math.max(0, ...balances), Math.min(0, ...balances)]
  const x = (ahead: number) => round(EDGE + (ahead / OVERVIEW_DAYS) * (WIDTH - 2 * EDGE))
  const y = (centavos: number) =>
    highest === least ? HEIGHT - EDGE : round(EDGE + ((highest - centavos) / (highest - least)) * (HEIGHT - 2 * EDGE))
  return {
    zero: y(0),
    line: isWhole ? `M${x(0)} ${y(opening.amount)}${balances.map((balance, ahead) => `H${x(ahead)}V${y(balance)}`).join('')}` : null,
    dot: { x: x(daysBetween(now, lowest.date)), y: y(lowest.balance) },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
