import { daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import type { LookAhead } from '@prumo/shared/forecast'
import { forecastOf } from '@prumo/shared/forecast-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { OVERVIEW_DAYS } from '../../data/api-requests'

export const WIDTH = 150
export const HEIGHT = 34
/** Half of the dot, so that it is not cut at the edge. */
const EDGE = 4

/**
 * The forecast balance in steps, from rows that the overview loads anyway. Recurrences create theirs further ahead than this
 * period.
 * @returns `line` is null when rows are missing: their lowest balance differs from the account's
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
  const forecast = forecastOf({ opening, pending, occurrences: [], spreads: null }, now, OVERVIEW_DAYS)
  const isComplete = forecast.lowest.balance === lowest.balance && forecast.lowest.date === lowest.date
  const balances = isComplete ? forecast.days.map(({ balance }) => balance) : [opening.amount, lowest.balance]
  const [highest, least] = [Math.max(0, ...balances), Math.min(0, ...balances)]
  const x = (ahead: number) => round(EDGE + (ahead / OVERVIEW_DAYS) * (WIDTH - 2 * EDGE))
  const y = (centavos: number) =>
    highest === least ? HEIGHT - EDGE : round(EDGE + ((highest - centavos) / (highest - least)) * (HEIGHT - 2 * EDGE))
  return {
    zero: y(0),
    line: isComplete ? `M${x(0)} ${y(opening.amount)}${balances.map((balance, ahead) => `H${x(ahead)}V${y(balance)}`).join('')}` : null,
    dot: { x: x(daysBetween(now, lowest.date)), y: y(lowest.balance) },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
