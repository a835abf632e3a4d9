import { addDays, addMonths, daysBetween, isCalendarDate, monthBounds, monthOf, type CalendarDate } from './calendar.js'
import { isWorkingDay } from './holidays.js'
import { MAX_RECURRENCE_CHANGES } from './limits.js'
import { Rejected } from './rejections.js'
import { descriptiveNames, noOptionalTexts, type DescriptiveTexts } from './transaction-details.js'
import { stateOf, type TransactionFlags, type FlowType, type TransactionType } from './transaction-rules.js'

/** Recurrences: their occurrences, their terms, and changes of both. Server and client run these rules. */

export const recurrenceKinds = ['recurring', 'instalments'] as const
export type RecurrenceKind = (typeof recurrenceKinds)[number]

export const recurrenceSteps = ['week', 'month', 'year'] as const
export type RecurrenceEvery = (typeof recurrenceSteps)[number]

/** How a due date on a day without banks moves: not at all, or to the working day before or after. */
export const weekendRules = ['keep', 'before', 'after'] as const
export type WeekendRule = (typeof weekendRules)[number]

export const MAX_INTERVAL = 12
export const MIN_INSTALMENTS = 2
export const MAX_INSTALMENTS = 120

/** Limit of days that a start may lie in the past. */
export const MOST_DAYS_BACK = 366
/** Occurrences are recorded up to so many days ahead. */
export const REACH_DAYS = 45

export const recurrenceTexts = {
  tooMany: 'Você já tem 500 contas que se repetem, contando as que terminaram. Retome uma delas em vez de criar outra.',
  tooFarBack: 'Comece há no máximo um ano.',
  notAfterEarlier: 'Escolha um dia depois do anterior.',
  endsBeforeStart: 'A última data não pode vir antes da primeira.',
  countMissing: 'Diga em quantas parcelas, de 2 a 120.',
  countOfRecurring: 'Só o que é parcelado tem número de parcelas.',
  firstTooHigh: 'A primeira a lançar não pode vir depois da última.',
  instalmentFixed: 'De um parcelamento só mudam descrição, categoria e o que fazer em dia sem banco.',
  tooLong: 'As parcelas passam do ano 2200.',
  tooSmall: 'Cada parcela precisa de pelo menos um centavo.',
  tooManyChanges: 'Esta repetição já mudou vezes demais. Pare esta e comece outra.',
  ended: 'Isto já terminou.',
  notEnded: 'Isto ainda se repete.',
} as const

/** Terms in force from a nominal date on. */
export interface RecurrenceTerms {
  /** Compared with nominal dates. */
  from: CalendarDate
  description: string
  category: string | null
  /** Null for the wallet that the account had from the beginning. */
  walletId: string | null
  /** Centavos of one occurrence; for instalments the total. */
  amount: number
  every: RecurrenceEvery
  interval: number
  weekend: WeekendRule
  /** The date at which the sequence restarts with these terms; null if it goes on. */
  anchor: CalendarDate | null
}

/** Nominal dates from `from` on and before `to` do not occur; with `to` null the plan has ended. */
export interface RecurrencePause {
  from: CalendarDate
  to: CalendarDate | null
}

export interface RecurrencePlan {
  kind: RecurrenceKind
  type: FlowType
  start: CalendarDate
  /** Number of instalments; null for a recurring plan. */
  count: number | null
  /** The number of the instalment at `start`: earlier ones were paid before. 1 for a recurring plan. */
  firstNumber: number
  /** The last nominal date that may occur. */
  until: CalendarDate | null
  /** Sorted by date; the first ones apply from `start`. */
  terms: readonly RecurrenceTerms[]
  pauses: readonly RecurrencePause[]
}

/** One occurrence: `nominal` is its date in the sequence, `date` its due date. */
export interface DueOccurrence {
  nominal: CalendarDate
  date: CalendarDate
  terms: RecurrenceTerms
  /** Centavos. */
  amount: number
  instalment: { number: number; of: number } | null
}

/** The date that the present sequence is counted from. */
export function startOf({ start, terms }: Pick<RecurrencePlan, 'start' | 'terms'>): CalendarDate {
  return terms.findLast(({ anchor }) => anchor !== null)?.anchor ?? start
}

/** The last nominal date that is recorded on a day. */
export function reachOn(today: CalendarDate): CalendarDate {
  return addDays(today, REACH_DAYS)
}

/** The due date of a nominal date, which the weekend rule may move. */
export function dueDate(nominal: CalendarDate, weekend: WeekendRule): CalendarDate {
  if (weekend === 'keep') return nominal
  let date = nominal
  while (!isWorkingDay(date)) date = addDays(date, weekend === 'before' ? -1 : 1)
  return date
}

/** Splits a total into that many parts, in centavos; the first ones are a centavo larger. */
export function instalments(total: number, count: number): number[] {
  const [least, larger] = [Math.floor(total / count), total % count]
  return Array.from({ length: count }, (_, index) => least + (index < larger ? 1 : 0))
}

/** The occurrences of a plan with nominal dates from `first` to `last`, both included, in order. */
export function occurrencesOf(plan: RecurrencePlan, last: CalendarDate, first: CalendarDate = plan.start): DueOccurrence[] {
  const found: DueOccurrence[] = []
  for (const occurrence of generateOccurrences(plan, first)) {
    if (occurrence.nominal > last) break
    found.push(occurrence)
  }
  return found
}

/** The fields that a recurrence gives a transaction. Centavos. */
export interface ExpectedOccurrence extends Pick<RecurrenceTerms, 'description' | 'category' | 'walletId' | 'amount'> {
  type: FlowType
  nominal: CalendarDate
  date: CalendarDate
  instalment: DueOccurrence['instalment']
}

/** The transaction of an occurrence; `amount` in centavos. */
type OccurrenceTransaction = { type: TransactionType } & Pick<ExpectedOccurrence, 'date' | 'walletId' | 'amount'> &
  DescriptiveTexts &
  TransactionFlags & { fiscal: object | null }

/** Whether an occurrence is as its plan gave it: pending, and not changed by hand. */
export function isAsPlanned(transaction: OccurrenceTransaction, expected: Omit<ExpectedOccurrence, 'nominal'>): boolean {
  const planned: Omit<OccurrenceTransaction, keyof TransactionFlags | 'fiscal'> = { ...noOptionalTexts, ...expected }
  return (
    stateOf(transaction) === 'pending' &&
    transaction.fiscal === null &&
    (['type', 'date', 'walletId', 'amount', ...descriptiveNames] as const).every((name) => transaction[name] === planned[name])
  )
}

/** A plan with the last nominal date up to which occurrences are recorded. */
export interface RecordedPlan extends RecurrencePlan {
  reached: CalendarDate
}

/** The change of one nominal date; null where it does not occur. */
export interface OccurrenceChange {
  nominal: CalendarDate
  before: ExpectedOccurrence | null
  after: ExpectedOccurrence | null
}

/**
 * The recorded occurrences that a change of plan alters, removes or adds, ordered by nominal date. A null plan has none.
 * @param from occurrences recorded with an earlier nominal date are left as they are
 */
export function occurrenceChanges(before: RecordedPlan | null, after: RecordedPlan | null, from: CalendarDate = ''): OccurrenceChange[] {
  const first = before !== null && before.reached < from ? before.reached : from
  const [had, has] = [expectedByNominal(before, first), expectedByNominal(after, first)]
  return [...new Set([...had.keys(), ...has.keys()])]
    .filter((nominal) => nominal >= from || (before !== null && nominal > before.reached))
    .map((nominal) => ({ nominal, before: had.get(nominal) ?? null, after: has.get(nominal) ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .sort((one, other) => (one.nominal < other.nominal ? -1 : 1))
}

function expectedByNominal(plan: RecordedPlan | null, first: CalendarDate): Map<CalendarDate, ExpectedOccurrence> {
  const occurrences = plan ? occurrencesOf(plan, plan.reached, first) : []
  return new Map(occurrences.map((occurrence) => [occurrence.nominal, expectedOf((plan as RecurrencePlan).type, occurrence)]))
}

/** The fields that an occurrence gives its transaction. */
export function expectedOf(type: FlowType, { nominal, date, terms, amount, instalment }: DueOccurrence): ExpectedOccurrence {
  const { description, category, walletId } = terms
  return { type, nominal, date, description, category, walletId, amount, instalment }
}

/** Upper bound, in days, of how far a weekend rule moves a date. */
export const MOST_MOVED = 10

/** Later than every occurrence. */
export const LAST_DAY = '9999-12-31'

/** The unrecorded occurrences due between two days, both included. */
export function unrecordedBetween(plan: RecordedPlan, from: CalendarDate, to: CalendarDate): DueOccurrence[] {
  const first = addDays(from, -MOST_MOVED)
  return occurrencesOf(plan, addDays(to, MOST_MOVED), first).filter(
    ({ nominal, date }) => nominal > plan.reached && date >= from && date <= to,
  )
}

/** The day on which the next unrecorded occurrence comes within reach; null when none is left. */
export function nextReach(plan: RecordedPlan): CalendarDate | null {
  for (const { nominal } of generateOccurrences(plan, plan.reached)) if (nominal > plan.reached) return addDays(nominal, -REACH_DAYS)
  return null
}

/** The first occurrence due on a day or later; null when none is left. */
export function nextDue(plan: RecurrencePlan, day: CalendarDate): DueOccurrence | null {
  for (const occurrence of generateOccurrences(plan, addDays(day, -MOST_MOVED))) if (occurrence.date >= day) return occurrence
  return null
}

type TermChanges = { [Name in Exclude<keyof RecurrenceTerms, 'from' | 'anchor'>]?: RecurrenceTerms[Name] | undefined } & {
  until?: CalendarDate | null | undefined
  /** The new nominal date of the first occurrence from `from` on; later ones are counted from it. */
  date?: CalendarDate | undefined
}

/**
 * Changes the terms from a nominal date on. Later terms keep their own values except for the named fields. A later `until`
 * extends the plan from `from`, with a pause over the dates in between.
 * @param kept nominal dates from `from` on whose occurrences keep their date: a moved sequence leaves out those in their place
 * Throws VALIDATION for a `date` that is not after the occurrence before `from`.
 */
export function changedPlan(
  unmoved: RecurrencePlan,
  changedFrom: CalendarDate,
  { until, date, ...named }: TermChanges,
  kept: readonly CalendarDate[] = [],
): RecurrencePlan {
  const plan = date === undefined ? unmoved : movedPlan(unmoved, changedFrom, date, kept)
  const from = date !== undefined && date < changedFrom ? date : changedFrom
  const changes = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  const begin = from > plan.start ? from : plan.start
  const holding = plan.terms.findLast((terms) => terms.from <= begin) ?? firstTerms(plan)
  const before = plan.terms.filter((terms) => terms.from < begin)
  const after = plan.terms.filter((terms) => terms.from > begin)
  const anchor = holding.from === begin ? holding.anchor : null
  const changed = [{ ...holding, from: begin, anchor }, ...after].map((terms) => ({ ...terms, ...changes }))
  return {
    ...plan,
    ...(until !== undefined && { until, pauses: mergedPauses([...plan.pauses, ...pauseUntil(plan.until, until, from)]) }),
    terms: Object.keys(changes).length === 0 ? plan.terms : [...before, ...changed],
  }
}

/** The plan whose sequence ends before `from` and restarts at `date`. */
function movedPlan(plan: RecurrencePlan, from: CalendarDate, date: CalendarDate, kept: readonly CalendarDate[]): RecurrencePlan {
  const before = occurrencesOf(plan, addDays(from, -1)).at(-1)?.nominal
  if (before !== undefined && date <= before) refuseDate(recurrenceTexts.notAfterEarlier)
  const [begin, latest] = date < from ? [date, from] : [from, date]
  const holding = plan.terms.findLast((terms) => terms.from <= latest) ?? firstTerms(plan)
  const later = plan.terms.filter((terms) => terms.from > latest).map((terms) => ({ ...terms, anchor: null }))
  const moved: RecurrencePlan =
    from <= plan.start
      ? { ...plan, start: date, terms: [{ ...holding, from: date, anchor: null }, ...later] }
      : { ...plan, terms: [...plan.terms.filter((terms) => terms.from < begin), { ...holding, from: begin, anchor: date }, ...later] }
  return { ...moved, pauses: mergedPauses([...moved.pauses, ...pausesInPlaceOf(kept, { plan, from }, { plan: moved, from: date })]) }
}

/** A pause of one day for each kept date, on the date that has its place in the moved sequence. */
function pausesInPlaceOf(
  kept: readonly CalendarDate[],
  before: { plan: RecurrencePlan; from: CalendarDate },
  after: { plan: RecurrencePlan; from: CalendarDate },
): RecurrencePause[] {
  const last = kept.toSorted().at(-1)
  if (last === undefined) return []
  const old = occurrencesOf(before.plan, last, before.from)
  return occurrencesUntil(after.plan, after.from, old.length)
    .filter(({ nominal }, index) => kept.includes((old[index] as DueOccurrence).nominal) && !kept.includes(nominal))
    .map(({ nominal }) => ({ from: nominal, to: addDays(nominal, 1) }))
}

/** The first occurrences with nominal dates from `first` on, at most `most`. */
function occurrencesUntil(plan: RecurrencePlan, first: CalendarDate, most: number): DueOccurrence[] {
  const found: DueOccurrence[] = []
  for (const occurrence of generateOccurrences(plan, first)) if (found.push(occurrence) >= most) break
  return found
}

function refuseDate(reason: string): never {
  throw new Rejected('VALIDATION', reason, { date: [reason] })
}

/** The pause between the old last date and `from` when a change extends the plan. */
function pauseUntil(end: CalendarDate | null, until: CalendarDate | null, from: CalendarDate): RecurrencePause[] {
  if (end === null || (until !== null && until <= end)) return []
  const begins = addDays(end, 1)
  return begins < from ? [{ from: begins, to: from }] : []
}

/** Ends the plan at a nominal date. Throws CONFLICT when it has ended. */
export function endedPlan(plan: RecurrencePlan, from: CalendarDate): RecurrencePlan {
  if (isEnded(plan)) throw new Rejected('CONFLICT', recurrenceTexts.ended)
  return { ...plan, pauses: mergedPauses([...plan.pauses, { from, to: null }]) }
}

/** Resumes the plan after its end, with a pause over the dates in between. Throws CONFLICT when it has not ended. */
export function resumedPlan(plan: RecurrencePlan, from: CalendarDate): RecurrencePlan {
  if (!isEnded(plan)) throw new Rejected('CONFLICT', recurrenceTexts.notEnded)
  // Resuming from before the end leaves no pause: it would be empty.
  return { ...plan, pauses: mergedPauses(plan.pauses.map((pause) => (pause.to === null ? { ...pause, to: from } : pause))) }
}

/** A pause with an end. */
type ClosedPause = RecurrencePause & { to: CalendarDate }

/** Sorts pauses, merges those that overlap or touch, and drops empty ones. The end is kept apart, last. */
export function mergedPauses(pauses: readonly RecurrencePause[]): RecurrencePause[] {
  return [...closedPauses(pauses), ...pauses.filter(({ to }) => to === null)]
}

function closedPauses(pauses: readonly RecurrencePause[]): ClosedPause[] {
  const merged: ClosedPause[] = []
  const closed = pauses.filter((pause): pause is ClosedPause => pause.to !== null && pause.from < pause.to)
  for (const { from, to } of closed.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = merged.at(-1)
    if (!last || from > last.to) merged.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return merged
}

function isEnded({ pauses }: Pick<RecurrencePlan, 'pauses'>): boolean {
  return pauses.some(({ to }) => to === null)
}

/** Whether a plan exceeds the limit of changes: terms, or closed pauses. Ending a plan is always allowed. */
export function hasTooManyChanges({ terms, pauses }: Pick<RecurrencePlan, 'terms' | 'pauses'>): boolean {
  return terms.length > 1 + MAX_RECURRENCE_CHANGES || pauses.filter(({ to }) => to !== null).length > MAX_RECURRENCE_CHANGES
}

/** The average per month in centavos, with 52 weeks and 12 months a year. */
export function monthlyAmount({ amount, every, interval }: Pick<RecurrenceTerms, 'amount' | 'every' | 'interval'>): number {
  const aYear = { week: 52, month: 12, year: 1 }[every]
  return Math.round((amount * aYear) / (12 * interval))
}

/**
 * Yields the occurrences of a plan with nominal dates from `first` on; endless unless the plan ends. One walk over dates, terms
 * and pauses: dates before `first` and within pauses are skipped, so the cost is that of the terms, the pauses and the yielded
 * occurrences.
 */
function* generateOccurrences(plan: RecurrencePlan, first: CalendarDate = plan.start): Generator<DueOccurrence> {
  const parts = plan.count === null ? null : instalments(firstTerms(plan).amount, plan.count)
  const end = plan.pauses.find(({ to }) => to === null)?.from
  const pauses = closedPauses(plan.pauses)
  const [nextPause, nextTerms] = [pointerInto(pauses, ({ to }) => to), pointerInto(plan.terms.slice(1), ({ from }) => from)]
  let terms = firstTerms(plan)
  // Steps are counted from an anchor, never from a date that a short month clamped.
  let [anchor, day, steps, number] = [plan.start, plan.start.slice(8), 0, plan.firstNumber]
  for (;;) {
    let nominal = dateAfterSteps(anchor, day, terms, steps)
    const { every, interval } = terms
    let isAnchored = false
    for (let next = nextTerms.pass(nominal); next !== undefined; next = nextTerms.pass(nominal)) {
      terms = next
      if (next.anchor === null) continue
      ;[anchor, day, steps, nominal, isAnchored] = [next.anchor, next.anchor.slice(8), 0, next.anchor, true]
    }
    if (!isAnchored && (terms.every !== every || terms.interval !== interval)) {
      // A weekly plan has no day of the month to keep.
      ;[anchor, day, steps] = [nominal, every === 'week' ? nominal.slice(8) : day, 0]
    }
    const isOver = (plan.until !== null && nominal > plan.until) || (end !== undefined && nominal >= end)
    if (isOver || (parts && number > parts.length)) return
    while (nextPause.pass(nominal)) continue
    const pause = nextPause.ahead()
    const isPaused = pause !== undefined && nominal >= pause.from
    if (!isPaused && nominal >= first) {
      const amount = parts ? (parts[number - 1] as number) : terms.amount
      const instalment = parts && { number, of: parts.length }
      yield { nominal, date: dueDate(nominal, terms.weekend), terms, amount, instalment }
    }
    const wanted = isPaused && pause.to > first ? pause.to : first
    const changes = nextTerms.ahead()?.from ?? wanted
    const target = wanted < changes ? wanted : changes
    const skipped = target > nominal ? Math.max(1, stepsUntil(anchor, terms, target) - steps) : 1
    steps += skipped
    number += skipped
  }
}

/** Walks through items ordered by date. */
function pointerInto<Item>(items: readonly Item[], dateOf: (item: Item) => CalendarDate) {
  let at = 0
  return {
    /** The first item after the last passed date. */
    ahead: (): Item | undefined => items[at],
    /** Passes the next item if its date is reached, and returns it. */
    pass(date: CalendarDate): Item | undefined {
      const item = items[at]
      if (item === undefined || dateOf(item) > date) return undefined
      at += 1
      return item
    },
  }
}

/** The number of steps from an anchor to a date, or to the last step before it. */
function stepsUntil(anchor: CalendarDate, { every, interval }: RecurrenceTerms, date: CalendarDate): number {
  if (every === 'week') return Math.floor(daysBetween(anchor, date) / (7 * interval))
  const months = (Number(date.slice(0, 4)) - Number(anchor.slice(0, 4))) * 12 + Number(date.slice(5, 7)) - Number(anchor.slice(5, 7))
  return Math.floor(months / (interval * (every === 'year' ? 12 : 1)))
}

function dateAfterSteps(anchor: CalendarDate, day: string, { every, interval }: RecurrenceTerms, steps: number): CalendarDate {
  if (steps === 0) return anchor
  if (every === 'week') return addDays(anchor, 7 * interval * steps)
  const month = monthOf(addMonths(`${monthOf(anchor)}-01`, steps * interval * (every === 'year' ? 12 : 1)))
  const wanted = `${month}-${day}`
  return isCalendarDate(wanted) ? wanted : monthBounds(month).to
}

function firstTerms({ terms: [first] }: RecurrencePlan): RecurrenceTerms {
  if (!first) throw new Error('A plan without terms')
  return first
}
