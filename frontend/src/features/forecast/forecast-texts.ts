import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { DAYS_OF_HISTORY, type Forecast, type ForecastDay } from '@prumo/shared/forecast-rules'
import { formatCentavos, roundCentavos } from '@prumo/shared/money'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { OptimisticForecast } from '../../data/forecast'
import { formatDayOfMonth } from '../../lib/dates'
import type { CertainEntry } from '../../data/certain-entries'

/** `21 de fevereiro`. The year is clear: the forecast covers a few months. */
export function dayName(date: CalendarDate): string {
  return formatDayOfMonth(date, date)
}

/** `em 5 de janeiro`, `hoje` */
export function describeWhen(date: CalendarDate, now: CalendarDate): string {
  return date === now ? 'hoje' : `em ${dayName(date)}`
}

const MOST_NAMED = 2

type DatedAmount = Pick<CertainEntry, 'type' | 'amount' | 'date' | 'description'>

/** The cause of the lowest balance: the largest expenses of that day, or the assumption behind the figure. */
export function lowestReason({ opening, lowest }: Forecast, entries: readonly DatedAmount[]): string | null {
  if (opening.source === 'sums') return 'contando só o que está lançado'
  const names = entries
    .filter(({ type, date }) => type === 'expense' && date === lowest.date)
    .sort((one, other) => other.amount - one.amount)
    .map(({ description }) => description)
  if (names.length === 0) return null
  return `com ${joinNames(names.slice(0, MOST_NAMED))}${names.length > MOST_NAMED ? ` e mais ${names.length - MOST_NAMED}` : ''}`
}

function joinNames(names: readonly string[]): string {
  return names.join(' e ')
}

/** Rounds centavos to hundreds of reais, the precision of an estimate. */
export function roundToHundreds(centavos: number): number {
  return roundCentavos(centavos, 10_000)
}

const wholeReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 0 })

/** `R$ 2.186` */
export function formatReais(centavos: number): string {
  return wholeReais.format(roundCentavos(centavos) / 100)
}

/** `entre R$ 800 e R$ 2.400`; null without an estimate, or when it adds nothing to the certain amount. */
export function describeBand({ low, high }: Pick<ForecastDay, 'low' | 'high'>): string | null {
  if (low === null || high === null || low === high) return null
  const [from, to] = [roundToHundreds(low), roundToHundreds(high)]
  return from === to ? `cerca de ${formatReais(from)}` : `entre ${formatReais(from)} e ${formatReais(to)}`
}

/** Compares the forecast of some days ago with today's balance: `Há 30 dias o Prumo previa R$ 1.900 a R$ 2.600 para hoje.` */
export function describeReview(review: NonNullable<OptimisticForecast['review']>, days: number): { foreseen: string; became: string } {
  const [low, high] = [roundToHundreds(review.low), roundToHundreds(review.high)]
  const range = !review.isBand
    ? formatReais(review.predicted)
    : low === high
      ? `cerca de ${formatReais(low)}`
      : `${formatReais(low)} a ${formatReais(high)}`
  return { foreseen: `Há ${days} dias o Prumo previa ${range} para hoje.`, became: `Foram ${formatReais(review.actual)}.` }
}

/** Explains the missing estimate, and names the day from which it is available. */
export function explainMissingBand(first: CalendarDate | null, now: CalendarDate): string {
  if (first === null) return `Com ${DAYS_OF_HISTORY} dias de lançamentos o Prumo mostra também o que costuma entrar e sair sem plano.`
  const age = daysBetween(first, now)
  const since = age === 0 ? 'de hoje' : `de ${dayName(first)}, há ${age === 1 ? '1 dia' : `${age} dias`}`
  const day = dayName(addDays(first, DAYS_OF_HISTORY))
  return `O primeiro lançamento é ${since}. Com ${DAYS_OF_HISTORY} dias o Prumo mostra também o que costuma entrar e sair sem plano: em ${day}.`
}

/**
 * Explains the opening balance: `A previsão começa em R$ 4.312,40, o saldo que você disse hoje.`
 * @param hasSeveral whether it adds up several wallets
 */
export function describeOpening(
  { opening, statedOn, from }: Pick<OptimisticForecast, 'opening' | 'statedOn' | 'from'>,
  now: CalendarDate,
  hasSeveral = false,
): string {
  const amount = formatCentavos(opening.amount)
  if (hasSeveral) return `A previsão começa em ${amount}, o que há em banco e dinheiro hoje.`
  if (opening.source === 'sums') return `A previsão começa em ${amount}, a soma de tudo que foi lançado.`
  const day = statedOn ?? from
  if (day === from) return `A previsão começa em ${amount}, o saldo de ${day === now ? 'hoje' : dayName(day)}.`
  return `A previsão começa em ${amount}: o saldo de ${dayName(day)} e o que entrou e saiu desde então.`
}

/** The description of the chart for screen readers. */
export function speakForecast({ days, lowest, to, from }: Forecast, now: CalendarDate): string {
  const [first, last] = [days[0]!, days.at(-1)!]
  const low = `O menor é ${formatCentavos(lowest.balance)}, ${describeWhen(lowest.date, now)}.`
  return `Saldo previsto, de ${from === now ? 'hoje' : dayName(from)} a ${dayName(to)}. Começa em ${formatCentavos(first.balance)}. ${low} Termina em ${formatCentavos(last.balance)}.`
}

/** The description of a selected day for screen readers. */
export function speakDay({ date, income, expense, balance }: ForecastDay, now: CalendarDate): string {
  const flows = [income > 0 && `entram ${formatCentavos(income)}`, expense > 0 && `saem ${formatCentavos(expense)}`].filter(Boolean)
  const what = flows.length > 0 ? flows.join(' e ') : 'nada previsto'
  return `${date === now ? 'Hoje' : dayName(date)}: ${what}, fica ${formatCentavos(balance)}.`
}

/** Certain amounts of a day that are no transactions yet, in centavos: recurrences create theirs some weeks ahead. */
export function unrecordedOf(
  day: ForecastDay,
  entries: readonly Pick<CertainEntry, 'type' | 'amount'>[],
): { income: number; expense: number } {
  const of = (type: FlowType) =>
    Math.max(
      0,
      entries.reduce((rest, each) => (each.type === type ? rest - each.amount : rest), day[type]),
    )
  return { income: of('income'), expense: of('expense') }
}
