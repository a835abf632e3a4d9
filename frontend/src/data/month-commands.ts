import type { CalendarMonth } from '@prumo/shared/calendar'
import { openMonthOf } from '@prumo/shared/closing-rules'
import type { ClosableMonth, MonthAnswer, MonthTotals } from '@prumo/shared/months'
import { formatMonth } from '../lib/dates'
import { closingAddress } from './screens'
import type { Command, CommandKind, CommandWords, Entity, NewCommand } from './sync/command'

/** A month, open or closed; its id is the month. */
export type MonthEntity = ClosableMonth & Entity

/** What is settled in the month as it was shown; null if it is not known. */
interface CloseArgs {
  totals: MonthTotals | null
}

interface ReopenArgs {
  reason: string
}

/** Closes a month. The server takes the figures of its own. */
export function closeMonth(month: CalendarMonth, totals: MonthTotals | null): NewCommand<MonthEntity, CloseArgs> {
  return { name: 'month.close', entity: 'month', entityId: month, args: { totals }, base: null }
}

export function reopenMonth(month: CalendarMonth, reason: string): NewCommand<MonthEntity, ReopenArgs> {
  return { name: 'month.reopen', entity: 'month', entityId: month, args: { reason }, base: null }
}

function toEntity(body: unknown): MonthEntity {
  const { month } = body as MonthAnswer
  return { id: month.month, version: 1, ...month }
}

const closeKind: CommandKind<MonthEntity, CloseArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/months/${entityId}/close`, body: {} }),
  parseAnswer: toEntity,
  apply: (now, { entityId, at, args: { totals } }) => {
    if (now?.state === 'closed') return now
    return { ...present(now, entityId), state: 'closed', closedAt: at, totals }
  },
  invert: () => null,
  words: (command) => ({
    ...common(command),
    pastTense: 'Você fechou',
    noun: 'Fechamento',
    infinitive: `fechar ${formatMonth(command.entityId)}`,
    accepted: 'Mês fechado',
  }),
}

const reopenKind: CommandKind<MonthEntity, ReopenArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId, args: { reason } }) => ({ method: 'POST', path: `/months/${entityId}/reopen`, body: { reason } }),
  parseAnswer: toEntity,
  apply: (now, { entityId }) => ({
    ...present(now, entityId),
    ...openMonthOf(entityId, now?.changedSinceFirstClosing ?? false),
  }),
  invert: () => null,
  words: (command) => ({
    ...common(command),
    pastTense: 'Você reabriu',
    noun: 'Reabertura',
    infinitive: `reabrir ${formatMonth(command.entityId)}`,
    accepted: 'Mês reaberto',
  }),
}

export const monthCommands = { 'month.close': closeKind, 'month.reopen': reopenKind }

function present(now: MonthEntity | null, month: CalendarMonth): MonthEntity {
  return now ?? { id: month, version: 0, ...openMonthOf(month, false) }
}

function common({ entityId }: Command<MonthEntity>): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  const name = formatMonth(entityId)
  return {
    subject: name.charAt(0).toUpperCase() + name.slice(1),
    centavos: null,
    address: closingAddress(entityId),
    offersUndo: false,
  }
}
