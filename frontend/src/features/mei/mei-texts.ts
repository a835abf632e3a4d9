import { addDays, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { annualReportDueDate } from '@prumo/shared/mei-obligations'
import { dasDueDate, dasOfMonth } from '@prumo/shared/mei-das'
import { isActiveMonth, leavesRegimeOn, monthAfter, paceMonths, yearOf, type MeiActivity, type MeiProfile } from '@prumo/shared/mei-rules'
import { fixedTaxesIn, INSS_PERCENT, MEI_CHECKED_IN, meiSources, minimumWageIn } from '@prumo/shared/mei-tables'
import type { MeiYearView } from '@prumo/shared/mei'
import { formatCentavos, percentOfCentavos, roundCentavos } from '@prumo/shared/money'
import { firstMonthOf } from '../../data/optimistic-mei'
import { compareText } from '../../data/sync/command'
import { formatDate, formatDayOfMonth, formatMonth, monthName, shortMonthName, weekdayOf } from '../../lib/dates'
import { activityNames } from '../../lib/fiscal-text'

type ListedDas = MeiYearView['das'][number]

/** Beside what the law does not say in so many words. */
export const CHECKED = `conferido em ${formatMonth(MEI_CHECKED_IN)}`

/** `indústria e serviços` */
export function activitiesText({ activities }: Pick<MeiProfile, 'activities'>): string {
  return joinWords(activities.map((each) => (activityNames[each] ?? each).toLowerCase()))
}

/** `a, b e c` */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} e ${last}`
}

/** `agosto a outubro`, `outubro` */
export function monthRange(first: CalendarMonth, last: CalendarMonth): string {
  return first === last ? monthName(first) : `${monthName(first)} a ${monthName(last)}`
}

/** `Jan a set`, `Jan` */
export function shortRange(first: CalendarMonth, last: CalendarMonth): string {
  return first === last ? capital(shortMonthName(first)) : `${capital(shortMonthName(first))} a ${shortMonthName(last)}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The months of a year of which the account has no data. */
export function unknownMonths({ das, obligations }: MeiYearView): ReadonlySet<CalendarMonth> {
  return new Set([
    ...das.filter(({ state }) => state === 'unknown').map(({ month }) => month),
    ...obligations.filter(({ kind, state }) => kind === 'monthly_report' && state === 'unknown').map(({ of }) => of),
  ])
}

/** The large figure of a year, with its name. */
export interface LimitFigure {
  label: string
  amount: number
  isOver: boolean
}

export function limitFigure({ year, remaining }: MeiYearView, now: CalendarDate): LimitFigure {
  if (remaining < 0) return { label: `Acima do limite de ${year}`, amount: Math.abs(remaining), isOver: true }
  return { label: yearOf(now) === year ? `Ainda cabem em ${year}` : `Faltaram para o limite de ${year}`, amount: remaining, isOver: false }
}

/** The pace of a year in words. */
export interface PaceWords {
  /** `agosto a outubro` */
  months: string
  /** A month's mean; null where the view does not have all of its months. */
  mean: number | null
  /** The revenue at the end of the year, in whole hundreds of reais. */
  end: number
  /** Of the limit, as a fraction. */
  share: number
}

/** Null for a year without a projection. */
export function paceWords(view: MeiYearView, profile: MeiProfile, now: CalendarDate): PaceWords | null {
  const { amount } = view.projection
  const months = paceMonths({ profile, today: now, firstMonth: firstMonthOf(view) })
  const [first, last] = [months[0], months.at(-1)]
  if (amount === null || first === undefined || last === undefined) return null
  const revenues = months.map((month) => view.months.find((each) => each.month === month)?.revenue)
  const isKnown = revenues.every((each) => each !== undefined)
  const mean = isKnown ? Math.round(revenues.reduce((sum, each) => sum + (each ?? 0), 0) / months.length) : null
  return { months: monthRange(first, last), mean, end: roundToHundreds(amount), share: amount / view.limit }
}

/** In whole hundreds of reais, as a pace is said. */
export function roundToHundreds(centavos: number): number {
  return roundCentavos(centavos, 10_000)
}

const wholeReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 0 })

/** `R$ 74.200`, of whole reais */
export function formatWhole(centavos: number): string {
  return wholeReais.format(centavos / 100)
}

/** A source that does not break after `LC`, `art.` and `§`. */
export function sourceText(source: string): string {
  return source.replaceAll(/(LC|art\.|§) /g, '$1\u00a0')
}

/** What a year above the limit means, with its source. */
export interface OverWords {
  title: string
  detail: string
  source: string
  /** What remains to 120 %, and what happens there; null where that is behind. */
  ahead: string | null
}

/** Null within the limit. */
export function overWords({ level, year, revenue, limit }: MeiYearView, { openedOn }: MeiProfile, now: CalendarDate): OverWords | null {
  const leaves = leavesRegimeOn(level, year, openedOn)
  if (leaves === null) return null
  const isOpening = yearOf(openedOn) === year
  const retroactive = leavesRegimeOn('over20', year, openedOn) ?? leaves
  const since = `desde ${isOpening ? 'a abertura, em ' : ''}${dayInYear(retroactive)}`
  if (level === 'over20') {
    const { source } = isOpening ? meiSources.exceededInOpeningYear : meiSources.exceededBy20
    return {
      title: `O desenquadramento vale ${since}.`,
      detail: 'Passou de 20% acima do limite. Fale com quem cuida da sua contabilidade.',
      source,
      ahead: null,
    }
  }
  const most = Math.floor((limit * 6) / 5)
  return {
    title: `Você ${leaves <= now ? 'passou' : 'passa'} a ME em ${dayInYear(leaves)}.`,
    detail: 'Até 20% acima, o imposto sobre a diferença é pago em guia própria.',
    source: meiSources.exceededUpTo20.source,
    ahead: `Faltam ${formatCentavos(most - revenue)} para ${formatCentavos(most)}. Acima disso, o desenquadramento vale ${since}.`,
  }
}

/** `1º de janeiro de 2027` */
function dayInYear(date: CalendarDate): string {
  return formatDayOfMonth(date, `${yearOf(date) + 1}-01-01`)
}

/** What is due, as it is listed. */
export interface DueLine {
  kind: MeiObligation['kind']
  of: string
  due: CalendarDate
  isLate: boolean
  /** Not urgent, after everything else. */
  isLast?: boolean
  title: string
  detail: string
}

/** What is due in a year, what is late first; of each kind only what comes next. */
export function dueLines(view: MeiYearView, profile: MeiProfile, now: CalendarDate): DueLine[] {
  const open = view.obligations.filter(({ state }) => state === 'due' || state === 'late')
  const das = open.filter(({ kind }) => kind === 'das')
  // What looks paid is asked below.
  const late = das.filter(({ of, state }) => state === 'late' && view.das.find(({ month }) => month === of)?.state !== 'proposed')
  const nextDas = das.find(({ state }) => state === 'due')
  const reports = open.filter(({ kind, of }) => kind === 'monthly_report' && `${of}-01` <= now)
  const declarations = open.filter(({ kind }) => kind === 'dasn')
  const lines = [
    ...lateDas(late, view),
    ...(nextDas ? [dasDue(nextDas, view)] : []),
    ...reportsDue(reports, now),
    ...[...declarations, ...nextDeclaration(view, profile, now)].slice(0, 2).map((each) => declarationDue(each, now)),
  ]
  const rank = ({ isLate, isLast = false, due }: DueLine) => `${isLate ? 0 : isLast ? 2 : 1} ${due}`
  return lines.sort((one, other) => compareText(rank(one), rank(other)))
}

/** More than two in one line. */
function lateDas(late: readonly MeiObligation[], view: MeiYearView): DueLine[] {
  const lines = late.map((each) => dasDue(each, view))
  const [first, last] = [late[0], late.at(-1)]
  if (!first || !last || late.length <= 2) return lines
  const amount = view.das.filter(({ month }) => late.some(({ of }) => of === month)).reduce((sum, line) => sum + line.amount, 0)
  const detail = `De ${monthRange(first.of, last.of)}: ${formatCentavos(amount)} na tabela. Com a multa, o valor sai no PGMEI.`
  return [{ ...lines[0]!, title: `${late.length} DAS em aberto`, detail }]
}

function dasDue({ kind, of, due, state }: MeiObligation, { das }: MeiYearView): DueLine {
  const line = das.find(({ month }) => month === of)
  const amount = line ? formatCentavos(line.amount) : ''
  const isLate = state === 'late'
  const detail = isLate
    ? `${amount} na tabela. Com a multa, o valor sai no PGMEI.`
    : [amount, movedText(of, due)].filter(Boolean).join('. ')
  return { kind, of, due, isLate, title: `DAS de ${monthName(of)}`, detail: detail.endsWith('.') ? detail : `${detail}.` }
}

/** Why a DAS is not due on the 20th. */
function movedText(month: CalendarMonth, due: CalendarDate): string {
  const usual = `${monthAfter(month, 1)}-20`
  if (due === usual) return ''
  const weekday = weekdayOf(usual).toLowerCase()
  const isWeekend = weekday === 'sábado' || weekday === 'domingo'
  return isWeekend ? `Dia 20 cai no ${weekday}.` : 'Dia 20 é feriado.'
}

/** The reports that are not written yet, in one line. */
function reportsDue(reports: readonly MeiObligation[], now: CalendarDate): DueLine[] {
  const next = reports.find(({ due }) => due >= now) ?? reports.at(-1)
  const first = reports[0]
  if (!next || !first) return []
  const earlier = reports.filter(({ of }) => of < next.of)
  const line = { kind: next.kind, of: next.of, due: next.due, isLate: false, title: `Relatório Mensal de ${monthName(next.of)}` }
  const lines: DueLine[] = [{ ...line, detail: 'Feito com o que você lançou.' }]
  if (earlier.length > 0) {
    const last = earlier.at(-1)!
    const title = earlier.length === 1 ? `Relatório Mensal de ${monthName(last.of)}` : `${earlier.length} Relatórios Mensais`
    const detail = `${earlier.length === 1 ? 'Ainda sem' : `De ${monthRange(first.of, last.of)}, ainda sem`} a sua marca de feito.`
    lines.push({ ...line, of: last.of, due: last.due, isLast: true, title, detail })
  }
  return lines
}

/** The declaration of a year that still runs, which is due in the next. */
function nextDeclaration({ year, obligations }: MeiYearView, profile: MeiProfile, now: CalendarDate): MeiObligation[] {
  if (year !== yearOf(now) || obligations.some(({ kind, of }) => kind === 'dasn' && of === `${year}`)) return []
  return [{ kind: 'dasn', of: `${year}`, due: annualReportDueDate(year, profile), state: 'due' }]
}

function declarationDue({ kind, of, due, state }: MeiObligation, now: CalendarDate): DueLine {
  const isLate = state === 'late'
  const isRunning = Number(of) === yearOf(now)
  const detail = isLate
    ? `O prazo era ${formatDate(due)}. A multa sai no portal do Simples Nacional.`
    : `A declaração anual, até ${formatDate(due)}.${isRunning ? ' Por enquanto, a prévia.' : ''}`
  return { kind, of, due, isLate, title: `DASN-SIMEI de ${of}`, detail }
}

/** A line of the list of DAS: one month, or several as one. */
export interface DasRow {
  key: string
  name: string
  lines: readonly ListedDas[]
  /** Of the table. */
  amount: number
  due: CalendarDate | null
  state: ListedDas['state']
  text: string
}

/** Paid ones but the last as one row, months without data as another, then each month, and the first of the next year. */
export function dasRows(view: MeiYearView, profile: MeiProfile, now: CalendarDate): DasRow[] {
  const lines = view.das
  const unknown = lines.filter(({ state }) => state === 'unknown')
  const paid = lines.filter(({ state }) => state === 'paid')
  const folded = paid.length > 2 ? paid.slice(0, -1) : []
  const single = lines.filter((line) => !unknown.includes(line) && !folded.includes(line))
  const rows = [
    ...(unknown.length > 0 ? [severalRow(unknown, 'Sem dados')] : []),
    ...(folded.length > 0 ? [severalRow(folded, `${folded.length} pagas`)] : []),
    ...single.map((line) => singleRow(line, view.year)),
  ]
  return view.year === yearOf(now) ? [...rows, ...nextYear(view.year, profile)] : rows
}

function severalRow(lines: readonly ListedDas[], text: string): DasRow {
  const [first, last] = [lines[0]!, lines.at(-1)!]
  const isGapless = last.month === monthAfter(first.month, lines.length - 1)
  const name = isGapless ? shortRange(first.month, last.month) : `${lines.length} meses`
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  return { key: first.month, name, lines, amount, due: null, state: first.state, text }
}

function singleRow(line: ListedDas, year: number): DasRow {
  const { month, amount, due, state, paidOn } = line
  const texts: Readonly<Record<ListedDas['state'], string>> = {
    paid: paidOn === null ? 'Paga' : `Paga em ${shortDate(paidOn, year)}`,
    proposed: paidOn === null ? 'Parece paga' : `Parece paga em ${shortDate(paidOn, year)}`,
    open: 'Em aberto',
    late: 'Vencida',
    projected: `Projeção: falta o mínimo de ${yearOf(month)}`,
    unknown: 'Sem dados',
  }
  return { key: month, name: capital(monthName(month)), lines: [line], amount, due, state, text: texts[state] }
}

/** The DAS of the January that follows, where the MEI is still open. */
function nextYear(year: number, profile: MeiProfile): DasRow[] {
  const month = `${year + 1}-01`
  if (!isActiveMonth(profile, month)) return []
  const { amount, isProjected } = dasOfMonth(month, profile)
  const state = isProjected ? 'projected' : 'open'
  return [singleRow({ month, amount, due: dasDueDate(month), state, transactionId: null, paidOn: null }, year)]
}

/** `23/11`, with the year if it is another: `20/01/2027` */
export function shortDate(date: CalendarDate, year: number): string {
  return yearOf(date) === year ? formatDate(date).slice(0, 5) : formatDate(date)
}

/** A part of the DAS with its amount; taxes in thousandths of a real have up to three decimals. */
export interface DasPart {
  name: string
  amount: string
}

/** How the DAS of a month is made. */
export function dasParts(month: CalendarMonth, { activities, isCargoDriver }: Pick<MeiProfile, 'activities' | 'isCargoDriver'>): DasPart[] {
  const { wage, isDecreed } = minimumWageIn(month)
  const percent = isCargoDriver ? INSS_PERCENT.cargoDriver : INSS_PERCENT.usual
  const { icms, iss, cbs, ibs } = fixedTaxesIn(month)
  const sellsGoods = activities.includes('commerce') || activities.includes('industry')
  const of = `${percent}% do salário mínimo${isDecreed ? '' : ' de hoje'}, ${formatCentavos(wage)}`
  return [
    { name: `INSS, ${of}`, amount: formatCentavos(percentOfCentavos(wage, percent)) },
    ...tax('ICMS, de comércio e indústria', sellsGoods ? icms : 0),
    ...tax('ISS, de serviços', activities.includes('services') ? iss : 0),
    ...tax('CBS', cbs),
    ...tax('IBS', ibs),
  ]
}

const thousandthsFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 3 })

function tax(name: string, thousandths: number): DasPart[] {
  return thousandths === 0 ? [] : [{ name, amount: thousandthsFormat.format(thousandths / 1000) }]
}

/** Beside the parts of a DAS: where they come from, and how sure they are. */
export function dasSources(month: CalendarMonth): string {
  const { source: wage, isDecreed } = minimumWageIn(month)
  const { source: taxes, cbs } = fixedTaxesIn(month)
  const known = `${yearOf(month)}: salário mínimo, ${wage}${isDecreed ? '' : `, até sair o de ${yearOf(month)}`}; impostos, ${taxes}.`
  return cbs === 0 ? known : `${known} Que toda atividade pague CBS e IBS é a nossa leitura da lei, ${CHECKED}.`
}

/** `Comércio`, in a sentence `comércio` */
export const spokenActivities: Readonly<Record<MeiActivity, string>> = { commerce: 'comércio', industry: 'indústria', services: 'serviços' }

/** `services.withInvoice` as `serviços com nota`. */
export function figureName(field: string): string {
  const [name = '', part] = field.split('.')
  const parts: Readonly<Record<string, string>> = { withInvoice: ' com nota', withoutInvoice: ' sem nota', total: '' }
  return `${name === 'total' ? 'total' : spokenActivities[name as MeiActivity]}${part === undefined ? '' : parts[part]}`
}

/** The day from which a period can be marked as delivered. */
export function deliverableFrom(kind: 'monthly_report' | 'dasn', of: string, { closedOn }: Pick<MeiProfile, 'closedOn'>): CalendarDate {
  const next = kind === 'dasn' ? `${Number(of) + 1}-01-01` : `${monthAfter(of, 1)}-01`
  return closedOn !== null && closedOn < next ? addDays(closedOn, 1) : next
}

/** What stands at the ceiling of the measure: the first day of the year, or the opening in it. */
export function beginsText(openedOn: CalendarDate, year: number): string {
  const first = yearOf(openedOn) === year ? openedOn : `${year}-01-01`
  return `${first.endsWith('-01') ? '1º' : Number(first.slice(8))} ${shortMonthName(first)}`
}

/** A declaration's or a report's heading in the list of what was delivered. */
export function deliveredName(kind: 'monthly_report' | 'dasn', of: string, year: number): string {
  if (kind === 'dasn') return of
  return yearOf(of) === year ? capital(monthName(of)) : capital(formatMonth(of))
}

/** An obligation in the calendar. */
export interface CalendarEntry {
  key: string
  due: CalendarDate
  title: string
  state: string
  isDone: boolean
  isLate: boolean
}

/** Every obligation of a year, and the declaration that follows it. */
export function calendarEntries(view: MeiYearView, profile: MeiProfile, now: CalendarDate): CalendarEntry[] {
  const names = { das: 'DAS de', monthly_report: 'Relatório Mensal de', dasn: 'DASN-SIMEI de' } as const
  const states = { due: '', late: 'atrasado', delivered: 'feito', paid: 'pago', unknown: 'sem dados' } as const
  return [...view.obligations, ...nextDeclaration(view, profile, now)].map(({ kind, of, due, state }) => ({
    key: `${kind} ${of}`,
    due,
    title: `${names[kind]} ${kind === 'dasn' ? of : monthName(of)}`,
    state: states[state],
    isDone: state !== 'due' && state !== 'late',
    isLate: state === 'late',
  }))
}
