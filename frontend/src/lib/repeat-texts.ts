import type { CalendarDate } from '@prumo/shared/calendar'
import type { RecurrenceEvery, WeekendRule } from '@prumo/shared/recurrence-rules'
import { formatShortDate, weekdayOf } from './dates'

/** How often something repeats. */

interface RepeatRule {
  every: RecurrenceEvery
  interval: number
}

const everyTexts: Readonly<Record<RecurrenceEvery, { one: string; short: string; many: string }>> = {
  week: { one: 'Toda semana', short: 'semanal', many: 'semanas' },
  month: { one: 'Todo mês', short: 'mensal', many: 'meses' },
  year: { one: 'Todo ano', short: 'anual', many: 'anos' },
}

/** `Todo mês`, `A cada 3 meses` */
export function describeInterval({ every, interval }: RepeatRule): string {
  return interval === 1 ? everyTexts[every].one : `A cada ${interval} ${everyTexts[every].many}`
}

/** `mensal`, `a cada 3 meses` */
export function describeIntervalShort({ every, interval }: RepeatRule): string {
  return interval === 1 ? everyTexts[every].short : describeInterval({ every, interval }).toLowerCase()
}

const weekendTexts: Readonly<Record<WeekendRule, string>> = { keep: '', before: ' ou útil anterior', after: ' ou próximo útil' }

/** The day of the week, month or year: `quarta`, `dia 5 ou próximo útil`, `15 jan` */
export function describeRepeatDay({
  every,
  weekend,
  start,
}: {
  every: RecurrenceEvery
  weekend: WeekendRule
  start: CalendarDate
}): string {
  const day = {
    week: () => weekdayOf(start).toLowerCase(),
    month: () => `dia ${Number(start.slice(8))}`,
    year: () => formatShortDate(start, start),
  }
  return `${day[every]()}${weekendTexts[weekend]}`
}
