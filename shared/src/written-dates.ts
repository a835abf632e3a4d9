import { addDays, addMonths, daysBetween, isCalendarDate, monthOf, type CalendarDate } from './calendar.js'
import { MONTHS } from './month-names.js'
import { MAX_INSTALMENTS, MAX_INTERVAL, MIN_INSTALMENTS, type RecurrenceEvery } from './recurrence-rules.js'
import { searchable } from './search.js'
import { wholeWords, type TextSpan, type EntryLine } from './written-line.js'

/** The dates of a written line, and how it repeats. */

/** Whether the line says that something happened, or that it is to come. */
export type WrittenTense = 'past' | 'ahead' | null

export type WrittenRepeat = { kind: 'recurring'; every: RecurrenceEvery; interval: number } | { kind: 'instalments'; count: number }

/** A date in the line; several readings where it is ambiguous. */
export interface WrittenDate extends TextSpan {
  dates: CalendarDate[]
  /** Perhaps no date: `3/4` may be a measure, and `mês que vem` names no day. */
  isDoubtful: boolean
}

export interface RepeatReading extends TextSpan {
  repeat: WrittenRepeat
  /** The first date, where the words name a day. */
  dates: CalendarDate[]
  /** `10x de 360`: the amount that follows is of one instalment. */
  isOfEach: boolean
}

type DateReader = readonly [pattern: RegExp, dates: (match: RegExpExecArray, today: CalendarDate, tense: WrittenTense) => CalendarDate[]]

export const MONTH_NAMES = MONTHS.map(searchable)
export const WEEKDAYS = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']
const NUMBERS = ['zero', 'um', 'dois', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez']
const COUNT = `\\d{1,3}|uma|duas|${NUMBERS.slice(1).join('|')}`
const STEP = 'dias?|semanas?|mes(?:es)?|anos?'
const WEEKDAY = `(${WEEKDAYS.join('|')})s?(?:[- ]feiras?)?`
const PART_OF_DAY = '(?: (?:a noite|a tarde|de manha|cedo))?'

/** A day and month without a year this near to today needs no question. */
const NEAR_DAYS = 60

/** The first pattern that matches a stretch reads it. */
const DATES: readonly DateReader[] = [
  [wholeWords(`(?:antes de ontem|anteontem)${PART_OF_DAY}`), (_, today) => [addDays(today, -2)]],
  [wholeWords(`ontem${PART_OF_DAY}`), (_, today) => [addDays(today, -1)]],
  [wholeWords(`hoje${PART_OF_DAY}`), (_, today) => [today]],
  [wholeWords(`depois de amanha${PART_OF_DAY}`), (_, today) => [addDays(today, 2)]],
  [wholeWords(`amanha${PART_OF_DAY}`), (_, today) => [addDays(today, 1)]],
  [wholeWords(`(?:ha|faz) (${COUNT}) (${STEP})(?: atras)?`), ([, count, step], today) => [shift(today, -numberOf(count), step)]],
  [wholeWords(`(${COUNT}) (${STEP}) atras`), ([, count, step], today) => [shift(today, -numberOf(count), step)]],
  [wholeWords(`daqui (?:a )?(${COUNT}) (${STEP})`), ([, count, step], today) => [shift(today, numberOf(count), step)]],
  [
    wholeWords(
      `(?:n?est[ae] |n?ess[ae] )?(ultim[ao] |proxim[ao] )?${WEEKDAY}` +
        // `segunda parcela` is no day.
        `(?! (?:parcela|via|mao|demao|prestacao|aula|sessao|vez|dose|etapa|parte|linha))(?: (que vem|passad[ao]))?`,
    ),
    ([, before = '', name = '', after = ''], today, tense) => weekdayDates(name, `${before}${after}`, today, tense),
  ],
  [
    wholeWords(`(?:dia )?(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?`),
    ([, day, month, year], today, tense) => monthDayDates(Number(day), Number(month), year, today, tense),
  ],
  [
    wholeWords(`(?:dia )?(\\d{1,2})([.-])(\\d{1,2})\\2(\\d{4})`),
    ([, day, , month, year], today, tense) => monthDayDates(Number(day), Number(month), year, today, tense),
  ],
  [
    wholeWords(`(?:dia )?(\\d{1,2}|primeiro)[ºo]?(?: de | |/)(${MONTH_NAMES.join('|')})(?: de (\\d{4}))?`),
    ([, day, name = '', year], today, tense) => monthDayDates(numberOf(day), MONTH_NAMES.indexOf(name) + 1, year, today, tense),
  ],
  [
    wholeWords(`(?:dia )?(\\d{1,2})[ºo]?(?: de |/)(${MONTH_NAMES.map((name) => name.slice(0, 3)).join('|')})(?:/(\\d{4}|\\d{2}))?`),
    ([, day, name = '', year], today, tense) =>
      monthDayDates(Number(day), MONTH_NAMES.findIndex((month) => month.startsWith(name)) + 1, year, today, tense),
  ],
  [
    wholeWords(`dia (\\d{1,2}|primeiro)[ºo]?(?: d(?:o|este|esse) (mes que vem|proximo mes|mes passado|mes))?`),
    ([, day, month], today, tense) => dayDates(numberOf(day), month, today, tense),
  ],
  [
    wholeWords('(proxim[oa] )?(semana|mes|ano)(?: (que vem|passad[oa]))?'),
    ([, before, step, after], today) => ((before ?? after) ? [shift(today, after?.startsWith('passad') ? -1 : 1, step)] : []),
  ],
  [
    wholeWords('(?<=(?:^| )venc[a-z]* (?:no |em )?)(\\d{1,2})(?! (?:reais|real|mil))'),
    ([, day], today, tense) => dayDates(Number(day), undefined, today, tense),
  ],
]

/** Measures and instalments such as `3/4`, and stretches of time such as `mês que vem`. */
const DOUBTFUL = /^(?:1\/[2348]|2\/3|3\/[48]|[57]\/8)$|^(?:proxim[oa] )?(?:semana|mes|ano)/

/** Every date of the line. A weekday beside the date that falls on it is part of it: `sexta, 27/11`. */
export function readDates(line: EntryLine, today: CalendarDate, tense: WrittenTense): WrittenDate[] {
  const found: WrittenDate[] = []
  for (const [pattern, datesOf] of DATES) {
    for (const match of line.findAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      const dates = datesOf(match, today, tense).filter(isCalendarDate)
      if (dates.length > 0 && found.every((other) => end <= other.start || other.end <= start))
        found.push({ start, end, dates, isDoubtful: DOUBTFUL.test(match[0]) })
    }
  }
  found.sort((one, other) => one.start - other.start)
  const [first, second] = found
  if (found.length !== 2 || !first || !second || second.start - first.end > 2) return found
  const isWeekday = ({ start, end }: TextSpan) => WEEKDAYS.some((name) => line.folded.slice(start, end).includes(name))
  const exact = isWeekday(first) ? second : first
  const isSameDay = isWeekday(first) !== isWeekday(second) && found.every(({ dates }) => isSameWeekday(dates, exact.dates))
  return isSameDay ? [{ start: first.start, end: second.end, dates: exact.dates, isDoubtful: false }] : found
}

function isSameWeekday([one]: readonly CalendarDate[], [other]: readonly CalendarDate[]): boolean {
  return one !== undefined && other !== undefined && daysBetween(one, other) % 7 === 0
}

const EVERY: readonly (readonly [pattern: RegExp, every: RecurrenceEvery, interval: number])[] = [
  [wholeWords('(?:a cada (?:15|quinze) dias|de (?:15|quinze) em (?:15|quinze) dias|toda quinzena|quinzenalmente)'), 'week', 2],
  [wholeWords('(?:toda semana|todas as semanas|cada semana|por semana|semanalmente)'), 'week', 1],
  [wholeWords('(?:todo mes|todo o mes|todos os meses|(?:a )?cada mes|por mes|ao mes|mensalmente)'), 'month', 1],
  [wholeWords('(?:todo ano|todos os anos|(?:a )?cada ano|por ano|ao ano|anualmente)'), 'year', 1],
]
const EVERY_DAY_OF_MONTH = wholeWords('todos?(?: os?)? dias? (\\d{1,2})(?: d[eo] (?:cada )?mes)?(?! (?:reais|real|mil))')
const EVERY_WEEKDAY = wholeWords(`tod[oa]s?(?: [oa]s?)? ${WEEKDAY}`)
const EVERY_FEW = wholeWords(`(?:a cada (${COUNT})|de (${COUNT}) em (?:${COUNT})) (semanas|meses|anos)`)
const INSTALMENTS = wholeWords(
  '(?:parcelad[oa] |dividid[oa] )?(?:(em |por )(\\d{1,3}) ?(?:x|vezes)|(\\d{1,3}) ?x)(?: iguais)?(?: sem juros)?( de(?= (?:r\\$ ?)?[\\d,]))?',
)

/** How the line repeats; null if it does not. Every day is no repetition that the product has, so it stays in the description. */
export function readRepeat(line: EntryLine, today: CalendarDate, tense: WrittenTense): RepeatReading | null {
  const recurring = (match: RegExpExecArray, every: RecurrenceEvery, interval = 1, dates: CalendarDate[] = []): RepeatReading => {
    const [start, end] = [match.index, match.index + match[0].length]
    return { start, end, repeat: { kind: 'recurring', every, interval }, dates, isOfEach: false }
  }
  const onDay = line.find(EVERY_DAY_OF_MONTH)
  const firstDay = onDay ? dayDates(Number(onDay[1]), undefined, today, tense ?? 'ahead') : []
  if (onDay && firstDay.length > 0) return recurring(onDay, 'month', 1, firstDay)
  const onWeekday = line.find(EVERY_WEEKDAY)
  if (onWeekday) return recurring(onWeekday, 'week', 1, weekdayDates(onWeekday[1] ?? '', '', today, tense ?? 'ahead').slice(0, 1))
  for (const [pattern, every, interval] of EVERY) {
    const match = line.find(pattern)
    if (match) return recurring(match, every, interval)
  }
  const few = line.find(EVERY_FEW)
  const interval = few ? numberOf(few[1] ?? few[2]) : 0
  const every = few?.[3] === 'semanas' ? 'week' : few?.[3] === 'meses' ? 'month' : 'year'
  if (few && interval >= 1 && interval <= MAX_INTERVAL) return recurring(few, every, interval)
  for (const match of line.findAll(INSTALMENTS)) {
    const [start, end, count] = [match.index, match.index + match[0].length, Number(match[2] ?? match[3])]
    const isOfEach = match[4] !== undefined
    // `2x coxinha 12` counts; `notebook 3600 10x` and `10x de 360` are instalments.
    const isSaid =
      match[1] || isOfEach || /[\d\u0001] $/.test(line.rest.slice(0, start)) || /^(?:$| (?:r\$|\d|n[oa] ))/.test(line.rest.slice(end))
    if (isSaid && count >= MIN_INSTALMENTS && count <= MAX_INSTALMENTS) {
      return { start, end, repeat: { kind: 'instalments', count }, dates: [], isOfEach }
    }
  }
  return null
}

function numberOf(text: string | undefined): number {
  if (text === 'primeiro' || text === 'uma') return 1
  if (text === 'duas') return 2
  const index = NUMBERS.indexOf(text ?? '')
  return index < 0 ? Number(text) : index
}

function shift(today: CalendarDate, count: number, step = ''): CalendarDate {
  if (step.startsWith('dia')) return addDays(today, count)
  if (step.startsWith('semana')) return addDays(today, count * 7)
  return addMonths(today, step.startsWith('ano') ? count * 12 : count)
}

/** The last one, or the next one of what is to come. On the day itself that day or the other one. */
function weekdayDates(name: string, which: string, today: CalendarDate, tense: WrittenTense): CalendarDate[] {
  const since = (new Date(`${today}T00:00:00Z`).getUTCDay() - WEEKDAYS.indexOf(name) + 7) % 7
  const [last, next] = [addDays(today, since === 0 ? -7 : -since), addDays(today, 7 - since)]
  if (/que vem|proxim/.test(which)) return [next]
  if (/passad|ultim/.test(which)) return [last]
  const date = tense === 'ahead' ? next : last
  return since === 0 ? [today, date] : [date]
}

/** The day of this month or of the nearest one that has it: back, or ahead of what is to come. */
function dayDates(day: number, month: string | undefined, today: CalendarDate, tense: WrittenTense): CalendarDate[] {
  if (day < 1 || day > 31) return []
  const inMonth = (months: number) => `${monthOf(addMonths(`${monthOf(today)}-01`, months))}-${String(day).padStart(2, '0')}`
  if (month) return [inMonth(/que vem|proximo/.test(month) ? 1 : /passado/.test(month) ? -1 : 0)]
  const step = tense === 'ahead' ? 1 : -1
  const dates = [0, step, 2 * step].map(inMonth)
  const found = dates.find((date) => isCalendarDate(date) && (step > 0 ? date >= today : date <= today))
  return found ? [found] : []
}

/** Without a year the nearest one; the last or the next one where the line says so. Far from today the year is asked. */
function monthDayDates(day: number, month: number, year: string | undefined, today: CalendarDate, tense: WrittenTense): CalendarDate[] {
  const thisYear = Number(today.slice(0, 4))
  const inYear = (of: number) => `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (year) return [inYear(Number(year.length === 2 ? `20${year}` : year))]
  const dates = [thisYear - 1, thisYear, thisYear + 1].map(inYear).filter(isCalendarDate)
  if (tense === 'past') return dates.filter((date) => date <= today).slice(-1)
  if (tense === 'ahead') return dates.filter((date) => date >= today).slice(0, 1)
  const distance = (date: CalendarDate) => Math.abs(daysBetween(today, date))
  const [nearest] = [...dates].sort((one, other) => distance(one) - distance(other))
  if (nearest === undefined) return []
  const ofThisYear = inYear(thisYear)
  const isClear = nearest === ofThisYear || distance(nearest) <= NEAR_DAYS || !isCalendarDate(ofThisYear)
  return isClear ? [nearest] : [ofThisYear, nearest].sort()
}
