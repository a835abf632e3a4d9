import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { stateOf, type TransactionType } from '@prumo/shared/transaction-rules'
import { balanceDecider } from '../balance/balance.decider.js'
import { transactionDecider, type TransactionCommand } from '../transactions/transaction.decider.js'
import { demoCommand, ofTheFirstWallet, type DemoCommand } from './demo-command.js'
import { paidBills, recurringFlows } from './example-recurrences.js'
import { exampleStatement } from './example-statement.js'
import { exampleBills, exampleWalletId } from './example-wallets.js'

/** Centavos: what the lowest balance of the next days leaves. */
const MARGIN = 28_000
/** The days over which the balance is tight. */
const TIGHT_DAYS = 30
/** A balance was stated so many days ago, before the day whose forecast is compared with today. */
const STATED_DAYS_AGO = 31
/** The scheduled orders ahead: centavos, and days from today. */
export const ORDERS_AHEAD = { income: 69_000, expense: 26_000, days: { income: 9, expense: 4 } }

/** A signed amount of a day, in centavos. */
interface Flow {
  on: CalendarDate
  amount: number
}

interface ExampleMoney {
  happenings: readonly DemoCommand[]
  placed: Parameters<typeof exampleBills>[0]
  since: CalendarDate
  today: CalendarDate
}

/** What is stated of the drawer today and of the bank a month ago, and the bank's balance today; they agree with what is settled. */
export function exampleBalances(
  email: string,
  { happenings, placed, since, today }: ExampleMoney,
): { commands: DemoCommand[]; bank: number } {
  const state = (of: DemoCommand['of'], date: CalendarDate, amount: number) =>
    demoCommand(date, of, balanceDecider, { type: 'StateBalance', details: { amount, date }, today: date })
  const cash = sumOf(settledFlows(happenings, exampleWalletId(email, 'Caixa')))
  // Right after the monthly bills the drawer alone may last.
  const bank = MARGIN + Math.max(0, -lowestAhead(today, placed) - cash)
  const earlier = addDays(today, -STATED_DAYS_AGO)
  const flows = [
    ...settledFlows(happenings, exampleWalletId(email, 'Inter')),
    ...paidBills(since, today).map(({ on, amount }) => ({ on, amount: 0 - amount })),
    ...exampleStatement(today, 0, (name) => name).rows.map(({ date, type, amount }) => ({ on: date, amount: signed(type, amount) })),
  ]
  const net = sumOf(flows.filter(({ on }) => on > earlier))
  return { commands: [state(ofTheFirstWallet, earlier, bank - net), state('Caixa', today, cash)], bank }
}

/** The lowest sum of what is certain in the next days, at most 0. */
function lowestAhead(today: CalendarDate, placed: ExampleMoney['placed']): number {
  const { income, expense, days } = ORDERS_AHEAD
  const flows = [
    ...recurringFlows(today, TIGHT_DAYS),
    ...exampleBills(placed, today, TIGHT_DAYS).map(({ on, amount }) => ({ on, amount: 0 - amount })),
    { on: addDays(today, days.income), amount: income },
    { on: addDays(today, days.expense), amount: -expense },
  ]
  const onDays = [...new Set(flows.map(({ on }) => on))]
  return Math.min(0, ...onDays.map((day) => sumOf(flows.filter(({ on }) => on <= day))))
}

/** What the recorded transactions of a wallet did to it, without occurrences of recurrences. */
function settledFlows(happenings: readonly DemoCommand[], walletId: string | null): Flow[] {
  type Details = Extract<TransactionCommand, { type: 'RecordTransaction' }>['details']
  const known = new Map<DemoCommand['of'], Details>()
  for (const { of, decider, command } of happenings as readonly { of: string; decider: unknown; command: TransactionCommand }[]) {
    if (decider !== transactionDecider) continue
    const before = known.get(of)
    if (command.type === 'RecordTransaction') known.set(of, command.details)
    else if (command.type === 'DeleteTransaction') known.delete(of)
    else if (command.type === 'CorrectTransaction' && before) known.set(of, { ...before, ...(command.changes as Partial<Details>) })
  }
  return [...known.values()]
    .filter((each) => stateOf({ isConfirmed: false, isReceived: false, ...each }) === 'settled')
    .flatMap(({ date: on, type, amount, walletId: from = null, to }) => [
      ...(from === walletId ? [{ on, amount: signed(type, amount) }] : []),
      ...(to && to.walletId === walletId ? [{ on, amount }] : []),
    ])
}

function signed(type: TransactionType, amount: number): number {
  return type === 'income' ? amount : -amount
}

function sumOf(flows: readonly Flow[]): number {
  return flows.reduce((sum, { amount }) => sum + amount, 0)
}
