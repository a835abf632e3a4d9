import { addDays, daysBetween, type CalendarDate } from './calendar.js'
import { obligationName } from './digest-texts.js'
import type { MeiObligation } from './mei-obligations.js'
import { formatCentavos, type Centavos } from './money.js'
import type { TransactionType } from './transaction-rules.js'

/** The daily message of the reminders: what an account has to pay, receive and declare. All amounts in centavos. */

/** Where the day of a pending transaction lies: `earlier` is before yesterday. */
export const digestDays = ['earlier', 'yesterday', 'today', 'tomorrow'] as const
export type DigestDay = (typeof digestDays)[number]

/** The most transactions of a group that a message names. */
export const MAX_NAMED = 3

/** The pending transactions of a type and a day. */
export interface PendingGroup {
  day: DigestDay
  type: TransactionType
  count: number
  amount: Centavos
  /** The first of them, at most `MAX_NAMED`. */
  first: readonly { description: string; amount: Centavos }[]
}

/**
 * How much a message says of pending transactions: how many there are, also what they are called, or also their amounts. A lock screen
 * is read by others, so a notification names something only where amounts are wanted.
 */
export type DigestDetail = 'counts' | 'names' | 'amounts'

/** The detail of a channel. */
export function digestDetail(channel: 'push' | 'email', withAmounts: boolean): DigestDetail {
  if (withAmounts) return 'amounts'
  return channel === 'push' ? 'counts' : 'names'
}

/** What a digest is made of, as of one moment. */
export interface DigestFacts {
  today: CalendarDate
  /** One group for each day and type that has any. */
  pending: readonly PendingGroup[]
  obligations: readonly MeiObligation[]
  /** The forecast balance of each day, today first; empty without a balance or a transaction. */
  balances: readonly { date: CalendarDate; balance: Centavos }[]
}

export interface Digest {
  title: string
  /** Sentences, one for each kind of thing to say. */
  lines: string[]
  /** Replaces an earlier message of the same day on a device. */
  tag: string
  /** The screen that it leads to. */
  path: string
}

/** Days before an obligation is due on which it is named. */
const OBLIGATION_DAYS: readonly number[] = [7, 1]
/** Days within which a forecast below zero is said. */
const FORECAST_DAYS = 7

const PENDING_SCREEN = '/dashboard/transactions?status=confirmar'

/** One thing to say: as the title, or as a sentence among others. */
interface DigestSection {
  title: string
  /** What the title leaves out; empty for nothing. */
  detail: string
  /** Leads the detail where another section is the title. */
  label: string
  path: string
}

/**
 * The digest of an account; null with nothing to say. What has been overdue for longer than a day does not make a message of its
 * own except on Mondays.
 */
export function digestOf(facts: DigestFacts, detail: DigestDetail): Digest | null {
  const { today } = facts
  const current = [
    ...sectionsOfDay('today', facts, detail),
    ...obligationSections(facts),
    ...sectionsOfDay('tomorrow', facts, detail),
    ...forecastSections(facts, detail),
  ]
  const isNews = current.length > 0 || facts.pending.some(({ day, count }) => day === 'yesterday' && count > 0) || isMonday(today)
  const [first, ...others] = [...current, ...(isNews ? pastSections(facts, detail) : [])]
  if (!first) return null
  const lines = [first.detail, ...others.map((other) => (other.detail === '' ? other.title : `${other.label}: ${other.detail}`))]
  return { title: first.title, lines: lines.filter(Boolean).map((line) => `${line}.`), tag: digestTag(today), path: first.path }
}

/** The tag of the day's message. */
export function digestTag(today: CalendarDate): string {
  return `prumo-${today}`
}

function isMonday(date: CalendarDate): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 1
}

/** The forms of a number of things: of one, of several. */
type Plural = readonly [one: string, many: string]

const titlesOfDay: Readonly<Record<'today' | 'tomorrow', Record<TransactionType, { title: Plural; label: string }>>> = {
  today: {
    expense: { title: ['conta vence hoje', 'contas vencem hoje'], label: 'Vence hoje' },
    income: { title: ['entrada prevista para hoje', 'entradas previstas para hoje'], label: 'Entra hoje' },
    transfer: { title: ['transferência prevista para hoje', 'transferências previstas para hoje'], label: 'Transferência hoje' },
  },
  tomorrow: {
    expense: { title: ['conta vence amanhã', 'contas vencem amanhã'], label: 'Vence amanhã' },
    income: { title: ['entrada prevista para amanhã', 'entradas previstas para amanhã'], label: 'Entra amanhã' },
    transfer: { title: ['transferência prevista para amanhã', 'transferências previstas para amanhã'], label: 'Transferência amanhã' },
  },
}

function sectionsOfDay(day: 'today' | 'tomorrow', { pending }: DigestFacts, detail: DigestDetail): DigestSection[] {
  return (['expense', 'income', 'transfer'] as const).flatMap((type) => {
    const { title, label } = titlesOfDay[day][type]
    return groupSection(
      pending.filter((group) => group.day === day && group.type === type),
      title,
      label,
      detail,
    )
  })
}

/** Expenses that were not paid, and what else awaits an answer whether it happened. */
function pastSections({ pending }: DigestFacts, detail: DigestDetail): DigestSection[] {
  const past = (['yesterday', 'earlier'] as const).flatMap((day) => pending.filter((group) => group.day === day))
  const [overdue, unanswered] = [past.filter(({ type }) => type === 'expense'), past.filter(({ type }) => type !== 'expense')]
  return [
    ...groupSection(overdue, ['conta atrasada', 'contas atrasadas'], 'Atrasada', detail),
    ...groupSection(unanswered, ['entrada para confirmar', 'entradas para confirmar'], 'Para confirmar', detail),
  ]
}

function groupSection(groups: readonly PendingGroup[], [one, many]: Plural, label: string, detail: DigestDetail): DigestSection[] {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  if (count === 0) return []
  const title = `${count} ${count === 1 ? one : many}`
  if (detail === 'counts') return [{ title, detail: '', label, path: PENDING_SCREEN }]
  const withAmounts = detail === 'amounts'
  const amount = groups.reduce((sum, group) => sum + group.amount, 0)
  const named = groups.flatMap(({ first }) => first).slice(0, MAX_NAMED)
  const names = named.map((each) => (withAmounts && count > 1 ? `${each.description} (${formatCentavos(each.amount)})` : each.description))
  const others = count - names.length
  const all = others > 0 ? [...names, others === 1 ? 'mais 1' : `mais ${others}`] : names
  const total = withAmounts ? `${count > 1 ? ', total de ' : ', '}${formatCentavos(amount)}` : ''
  return [{ title, detail: `${inWords(all)}${total}`, label, path: PENDING_SCREEN }]
}

function obligationSections({ today, obligations }: DigestFacts): DigestSection[] {
  const isNear = ({ state, due }: MeiObligation) => state === 'due' && OBLIGATION_DAYS.includes(daysBetween(today, due))
  return obligations.filter(isNear).map((obligation): DigestSection => {
    const { due } = obligation
    const when = due === addDays(today, 1) ? 'vence amanhã' : `vence em ${daysBetween(today, due)} dias, ${dayAndMonth(due)}`
    return { title: `${obligationName(obligation)} ${when}`, detail: '', label: '', path: '/dashboard/mei' }
  })
}

/** Said from a balance that is not below zero today: a negative one is known. */
function forecastSections({ balances }: DigestFacts, detail: DigestDetail): DigestSection[] {
  const [first, ...ahead] = balances
  const below = first && first.balance >= 0 && ahead.slice(0, FORECAST_DAYS).find(({ balance }) => balance < 0)
  if (!below) return []
  const { date, balance } = below
  const amount = detail === 'amounts' ? `, em ${formatCentavos(balance)}` : ''
  return [
    { title: `O saldo previsto fica abaixo de zero em ${dayAndMonth(date)}${amount}`, detail: '', label: '', path: '/dashboard/forecast' },
  ]
}

/** `30/11` */
function dayAndMonth(date: CalendarDate): string {
  return `${date.slice(8)}/${date.slice(5, 7)}`
}

/** A list in Portuguese: "a", "a e b", "a, b e c". */
function inWords(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`
}
