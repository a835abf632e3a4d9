import { addDays, addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { MAIN_WALLET } from '@prumo/shared/wallet-rules'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { walletDecider, type WalletSurroundings } from '../wallets/wallet.decider.js'
import { demoCommand, demoEntityId, ofTheFirstWallet, type DemoCommand } from './demo-command.js'

/** The wallets of the example account: the bank account that it has from the beginning, cash and a card. */
export type ExampleWallet = 'Inter' | 'Caixa' | 'Nubank'

const CARD_DAYS = { closingDay: 3, dueDay: 10 }
/** Centavos that stay in the drawer when the cash is taken to the bank. */
const KEPT_IN_DRAWER = 10_000

/** An entry with its wallet; amounts in centavos. */
interface PlacedEntry {
  on: CalendarDate
  type: FlowType
  amount: number
  wallet: ExampleWallet
}

/** The id of a wallet as transactions store it: null for the one of the beginning. */
export function exampleWalletId(email: string, wallet: ExampleWallet): string | null {
  return wallet === 'Inter' ? null : demoEntityId(email, wallet)
}

/** Where an entry of the confectionery is: cash from the counter, some purchases on the card, all else in the bank. */
export function walletOf(description: string): ExampleWallet {
  if (/^(Embalagens Aurora|Hortifrúti da Praça|Anúncios no Instagram)/.test(description)) return 'Nubank'
  return /^Vendas no balcão, lote de (0[1-9]|1[0-5])/.test(description) ? 'Caixa' : 'Inter'
}

/** Names the first wallet and opens the other two. */
export function exampleWallets(since: CalendarDate): DemoCommand[] {
  const around = (others: readonly string[]): WalletSurroundings => ({
    otherNames: others,
    lastOrder: others.length - 1,
    count: others.length,
    isInitial: false,
    isMain: false,
    wasUsed: false,
    hasPending: false,
  })
  const first = { ...around([]), isInitial: true, isMain: true }
  const [cash, card] = [
    { name: 'Caixa', kind: 'cash', closingDay: null, dueDay: null },
    { name: 'Nubank', kind: 'card', ...CARD_DAYS },
  ] as const
  return [
    demoCommand(since, ofTheFirstWallet, walletDecider, { type: 'ChangeWallet', changes: { name: 'Inter' }, around: first }),
    demoCommand(since, 'Caixa', walletDecider, { type: 'OpenWallet', details: cash, around: around([MAIN_WALLET.name]) }),
    demoCommand(since, 'Nubank', walletDecider, { type: 'OpenWallet', details: card, around: around([MAIN_WALLET.name, 'Caixa']) }),
  ]
}

/** Each month the cash of the counter is taken to the bank, and the card's closed bill is paid on its due day. */
export function exampleTransfers(email: string, entries: readonly PlacedEntry[], since: CalendarDate, today: CalendarDate): DemoCommand[] {
  const commands: DemoCommand[] = []
  let inDrawer = 0
  for (let first = since; first <= today; first = addMonths(first, 1)) {
    const closing = addDays(first, CARD_DAYS.closingDay - 1)
    const due = addDays(first, CARD_DAYS.dueDay - 1)
    const taken = addDays(first, 24)
    const bill = sumOf(entries, 'Nubank', addDays(addMonths(first, -1), CARD_DAYS.closingDay), closing)
    if (bill > 0 && due <= today) commands.push(transfer(email, due, 'Pagamento da fatura Nubank', bill, 'Inter', 'Nubank'))
    inDrawer -= sumOf(entries, 'Caixa', first, taken)
    const amount = Math.floor((inDrawer - KEPT_IN_DRAWER) / 10_000) * 10_000
    if (amount > 0 && taken <= today) {
      commands.push(transfer(email, taken, 'Depósito do caixa', amount, 'Caixa', 'Inter'))
      inDrawer -= amount
    }
    inDrawer -= sumOf(entries, 'Caixa', addDays(taken, 1), addDays(addMonths(first, 1), -1))
  }
  return commands
}

/** The bills of the card that fall due after today and within some days, of what is bought so far; centavos. */
export function exampleBills(entries: readonly PlacedEntry[], today: CalendarDate, days: number): { on: CalendarDate; amount: number }[] {
  const first = `${monthOf(today)}-01`
  return [first, addMonths(first, 1)]
    .map((month) => {
      const closing = addDays(month, CARD_DAYS.closingDay - 1)
      const amount = sumOf(entries, 'Nubank', addDays(addMonths(month, -1), CARD_DAYS.closingDay), closing)
      return { on: addDays(month, CARD_DAYS.dueDay - 1), amount }
    })
    .filter(({ on, amount }) => on > today && on <= addDays(today, days) && amount > 0)
}

/** What left a wallet between two days, less what came in. */
function sumOf(entries: readonly PlacedEntry[], wallet: ExampleWallet, from: CalendarDate, to: CalendarDate): number {
  return entries
    .filter((entry) => entry.wallet === wallet && entry.on >= from && entry.on <= to)
    .reduce((sum, { type, amount }) => sum + (type === 'expense' ? amount : -amount), 0)
}

function transfer(
  email: string,
  on: CalendarDate,
  description: string,
  amount: number,
  from: ExampleWallet,
  destination: ExampleWallet,
): DemoCommand {
  const to = { walletId: exampleWalletId(email, destination), date: on, importId: null, importKey: null }
  const details = { description, amount, type: 'transfer', category: null, date: on, isScheduled: false } as const
  return demoCommand(on, `${description} ${monthOf(on)}`, transactionDecider, {
    type: 'RecordTransaction',
    details: { ...details, walletId: exampleWalletId(email, from), to },
  })
}
