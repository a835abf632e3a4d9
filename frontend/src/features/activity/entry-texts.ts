import type { ActivityChange, ActivityEntry, ChangedValue } from '@prumo/shared/activity'
import { beforeName, changedThings } from '@prumo/shared/activity-texts'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { isAmount } from '@prumo/shared/money-fields'
import { plans } from '@prumo/shared/plans'
import { formatDate, formatMonth } from '../../lib/dates'
import { formatBytes } from '../../lib/format-bytes'
import { activityNames } from '../../lib/fiscal-text'
import { receiptName, stateNames } from '../../lib/transaction-state-names'

/** A change below the sentence of an entry. Null stands for an empty value. */
export interface FieldChangeText {
  label: string | null
  before: string | null
  after: string | null
  /** Only `after` is shown, without an arrow from `before`. */
  isAlone?: true
}

const DATES = new Set(['date', 'toDate', 'deadline', 'estimatedDate', 'start', 'until', 'openedOn', 'closedOn'])
const MONTHS = new Set(['competence', 'dasOf'])
const YES_OR_NO = new Set(['countsAsRevenue', 'hasInvoice', 'isCargoDriver', 'hasEmployee'])
const WALLETS = new Set(['walletId', 'toWalletId'])
const FLAGS = new Set(['isScheduled', 'isConfirmed', 'isReceived'])
/** Where the value is yes or no. */
const SWITCHES = new Set(['email', 'push', 'withAmounts'])
const PLANS = new Set(['planId', 'nextPlanId'])
/** Fields that the sentence already mentions or that only Stripe uses. */
const HIDDEN_FIELDS = new Set([
  'endedAt',
  'customerId',
  'subscriptionId',
  'status',
  'priceId',
  'nextPriceId',
  'currentPeriodStart',
  'cancelAtPeriodEnd',
])
/** The sentences of these events already name the amount: its label is left out. */
const AMOUNT_IN_SENTENCE = new Set(['GoalProgressed', 'FundDeposited', 'FundWithdrawn', 'FundAdjusted'])

const valueNames: Readonly<Record<string, string>> = {
  income: 'Receita',
  expense: 'Despesa',
  transfer: 'Transferência',
  low: 'Baixa',
  medium: 'Média',
  high: 'Alta',
  objective: 'Objetivo',
  problem: 'Problema',
  task: 'Tarefa',
  week: 'toda semana',
  month: 'todo mês',
  year: 'todo ano',
  keep: 'fica no dia',
  before: 'vem antes',
  after: 'vem depois',
  'image/jpeg': 'Foto',
  'image/png': 'Imagem',
  'image/webp': 'Imagem',
  'application/pdf': 'PDF',
  'application/xml': 'XML da nota',
}
const NAMED_FIELDS = new Set(['type', 'priority', 'every', 'weekend'])

/** Splits a sentence before the name of the entity. `name` is empty when the sentence has none. */
export function sentenceParts({ summary, type, source }: ActivityEntry): { lead: string; name: string } {
  for (const undoing of [true, false]) {
    const lead = beforeName({ type, source, undoing })
    if (lead !== null && summary.startsWith(lead)) return { lead, name: summary.slice(lead.length) }
  }
  return { lead: summary, name: '' }
}

/** @param walletName the names of wallets, which the history has by their ids */
export function describeChanges(
  { type, entity, changes: sent, transactionType }: ActivityEntry,
  walletName: (id: string) => string,
): FieldChangeText[] {
  const changes = sent.map((change) => withWalletNames(change, walletName))
  const begins = changes.length > 0 && changes.every(({ before }) => before === null)
  const ends = changes.length > 0 && changes.every(({ after }) => after === null)
  if ((begins || ends) && entity !== 'emergency-fund') return describeEntity(entity, changes)
  if (type === 'AccountOpened') return []
  const flags = changes.filter(({ field }) => FLAGS.has(field))
  const others = changes.filter(({ field }) => !FLAGS.has(field) && !HIDDEN_FIELDS.has(field))
  const shown = others.map(({ field, before, after }) => {
    if (entity === 'emergency-fund' && field === 'description') return withoutBefore(null, `“${String(after)}”`)
    if (field === 'changedTransactions' && Array.isArray(after)) return withoutBefore(labelOf(field), after.join('; '))
    const label = AMOUNT_IN_SENTENCE.has(type) && field === 'currentAmount' ? null : labelOf(field)
    if (begins && label !== null) return withoutBefore(label, formatValue(field, after) ?? '')
    return { label, before: formatValue(field, before), after: formatValue(field, after) }
  })
  return flags.length > 0 ? [...shown, describeStatusChange(flags, transactionType)] : shown
}

/** Summarises a created or deleted entity: `Receita de R$ 180,00, 16/11/2026`. */
function describeEntity(entity: ActivityEntry['entity'], changes: readonly ActivityChange[]): FieldChangeText[] {
  const value = (name: string): ChangedValue => {
    const change = changes.find(({ field }) => field === name)
    return change ? (change.after ?? change.before) : null
  }
  const text = (name: string): string => formatValue(name, value(name)) ?? ''
  // An event may lack any of the fields: a new kind of it, or one of which only a part is known.
  const flow = (): string => [text('type'), text('amount')].filter(Boolean).join(' de ')
  const line = {
    transaction: () => [flow(), text('date'), text('toWalletId') && `de ${text('walletId')} para ${text('toWalletId')}`],
    goal: () => [[text('targetAmount'), text('deadline') && `até ${text('deadline')}`].filter(Boolean).join(' ')],
    task: () => [text('type'), text('estimatedDate')],
    guest: () => [text('email'), text('until') && `até ${text('until')}`],
    attachment: () => [text('type'), text('size')],
    recurrence: () => [flow(), [text('every'), text('start') && `desde ${text('start')}`].filter(Boolean).join(' ')],
  }
  const summarise = (line as Partial<Record<ActivityEntry['entity'], () => string[]>>)[entity]
  const summary = summarise?.().filter(Boolean).join(', ')
  return summary ? [withoutBefore(null, summary)] : []
}

function withWalletNames({ field, before, after }: ActivityChange, walletName: (id: string) => string): ActivityChange {
  const named = (value: ChangedValue) => (WALLETS.has(field) && typeof value === 'string' ? walletName(value) : value)
  return { field, before: named(before), after: named(after) }
}

function withoutBefore(label: string | null, text: string): FieldChangeText {
  return { label, before: null, after: text, isAlone: true }
}

/** Describes the three flags of a scheduled transaction as one state. */
function describeStatusChange(flags: readonly ActivityChange[], type: ActivityEntry['transactionType']): FieldChangeText {
  const of = (field: string) => flags.find((change) => change.field === field)
  const [scheduled, confirmed, received] = [of('isScheduled'), of('isConfirmed'), of('isReceived')]
  const stateText = (when: 'before' | 'after'): string => {
    if (scheduled?.[when] === false) return stateNames.settled.one
    if (confirmed?.[when] === false) return stateNames.pending.one
    if (received) return receiptName(received[when] === true, type)
    return confirmed ? receiptName(false, type) : 'Agendada'
  }
  return { label: null, before: stateText('before'), after: stateText('after') }
}

function labelOf(field: string): string | null {
  const name = changedThings[field]?.[1]
  return name === undefined ? null : name.charAt(0).toUpperCase() + name.slice(1)
}

function formatValue(field: string, value: ChangedValue): string | null {
  if (value === null) return null
  if (Array.isArray(value))
    return value.map((each) => (field === 'activities' ? (activityNames[each] ?? each) : each)).join(', ') || 'Nenhuma'
  if (field === 'currentPeriodEnd') return formatDate(dateInSaoPaulo(new Date(Number(value) * 1000)))
  if (PLANS.has(field)) return plans.find(({ id }) => id === value)?.duration ?? String(value)
  if (YES_OR_NO.has(field)) return value === true ? 'Sim' : 'Não'
  if (field === 'size') return formatBytes(Number(value))
  if (field === 'hour') return `${String(value)}h`
  if (typeof value === 'boolean' && SWITCHES.has(field)) return value ? 'Sim' : 'Não'
  if (typeof value === 'boolean') return value ? 'Concluída' : 'Em aberto'
  if (typeof value === 'number') return isAmount(field) ? formatCentavos(value) : String(value)
  if (DATES.has(field)) return formatDate(value)
  if (MONTHS.has(field)) return formatMonth(value)
  if (field === 'activity') return activityNames[value] ?? value
  return NAMED_FIELDS.has(field) ? (valueNames[value] ?? value) : value
}
