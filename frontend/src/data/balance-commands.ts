import type { BalanceAnswer } from '@prumo/shared/balance'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { CommandKind, Entity, NewCommand } from './sync/command'
import { FORECAST_SCREEN } from './screens'

/** The bank balance at the end of a day, as the person entered it. */
export interface Balance extends Entity {
  amount: number
  date: CalendarDate
}

type BalanceArgs = Pick<Balance, 'amount' | 'date'>

/** States the balance of a day. @param account also the id of its one balance */
export function stateBalance(
  account: string,
  seen: Balance | null,
  centavos: number,
  date: CalendarDate,
): NewCommand<Balance, BalanceArgs> {
  return { name: 'balance.state', entity: 'balance', entityId: account, args: { amount: centavos, date }, base: seen }
}

/** Overwrites any earlier balance: the newest statement of the bank is right. */
const stateKind: CommandKind<Balance, BalanceArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => ['amount', 'date'],
  request: ({ args }) => ({ method: 'PUT', path: '/balance', body: args }),
  parseAnswer: (body) => ({ id: '', ...(body as BalanceAnswer).balance }),
  apply: (now, { args, account }) => ({ id: account, version: 0, ...now, ...args }),
  invert: ({ account, base, args }) => base && stateBalance(account, { ...base, ...args }, base.amount, base.date),
  words: ({ args }) => ({
    subject: 'Saldo da conta',
    centavos: args.amount,
    pastTense: 'Você disse o saldo',
    noun: 'Saldo',
    infinitive: `usar o saldo de ${formatCentavos(args.amount)}`,
    accepted: 'Saldo salvo',
    offersUndo: false,
    address: FORECAST_SCREEN,
  }),
}

export const balanceCommands = { 'balance.state': stateKind }
