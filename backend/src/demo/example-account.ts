import { addDays, addMonths, monthBounds, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { guestDecider } from '../guests/guest.decider.js'
import { ruleDecider } from '../rules/rule.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { exampleMei, invoiceOf } from './example-mei.js'
import { exampleBalances, ORDERS_AHEAD } from './example-balances.js'
import { examplePlans } from './example-plans.js'
import { dasOn, exampleBillPayments, exampleRecurrences } from './example-recurrences.js'
import { exampleReceipts } from './example-receipts.js'
import { exampleStatement, POSTO_RULE } from './example-statement.js'
import { exampleTransfers, exampleWalletId, exampleWallets, walletOf } from './example-wallets.js'
import { demoCommand, demoEntityId, type DemoAccount, type DemoCommand } from './demo-command.js'

const EMAIL = 'exemplo@prumo.app'
const MONTHS_BACK = 13
const ACCOUNTANT = 'accountant'

/** Pseudorandom numbers, equal in every run: the multiplicative generator of Park and Miller. */
function createRandom(seed: number): (least: number, most: number) => number {
  let state = seed
  return (least, most) => {
    state = (state * 48_271) % 2_147_483_647
    return least + (state % (most - least + 1))
  }
}

interface ExampleEntry {
  on: CalendarDate
  type: FlowType
  description: string
  /** Centavos. */
  amount: number
  category: string | null
  /** How it counts for the MEI; absent where the customer decides it. */
  fiscal?: Fiscal | null
}

/** What customers order, from one price to another, in reais. */
const cakes: readonly [name: string, least: number, most: number][] = [
  ['Bolo de aniversário', 140, 280],
  ['Bolo de andares', 310, 380],
  ['Mesa de doces', 420, 680],
  ['Cento de brigadeiros', 95, 130],
  ['Torta de limão', 90, 120],
  ['Kit festa', 180, 320],
]
const customers = ['Carla e Davi', 'Dona Irene', 'Escola Girassol', 'Renata', 'Seu Osvaldo', 'Clínica Bem Viver', 'Família Prado']
const suppliers = ['Embalagens Aurora', 'Moinho Central', 'Laticínios Serra Azul', 'Chocolates do Porto', 'Hortifrúti da Praça']

/** The entries of one month of a small confectionery. */
function entriesOfMonth(first: CalendarDate, index: number): ExampleEntry[] {
  const pick = createRandom(7_974 + index * 104_729)
  const day = (number: number) => addDays(first, number - 1)
  const { to } = monthBounds(monthOf(first))
  const days = Number(to.slice(8))
  // Sales grow slowly, and are higher in December and May (Mother's Day).
  const season = { '12': 116, '05': 110 }[first.slice(5, 7)] ?? 100
  const scale = (centavos: number) => Math.round((centavos * (95 + index / 2) * season) / 10_000)
  const one = <Choice>(from: readonly Choice[]) => from[pick(0, from.length - 1)] as Choice
  const entries: ExampleEntry[] = [
    { on: day(12), type: 'expense', description: 'Energia', amount: pick(15_000, 23_000), category: 'Contas da loja' },
    { on: day(15), type: 'expense', description: 'Anúncios no Instagram', amount: pick(4_000, 9_000), category: 'Marketing' },
    { on: day(28), type: 'expense', description: 'Taxa da maquininha', amount: scale(pick(7_500, 11_000)), category: 'Tarifas bancárias' },
    { on: day(22), type: 'income', description: 'Oficina de confeitaria', amount: 48_000, category: 'Serviços' },
  ]
  // The month of the opening is the first with a DAS, which is paid in the next one.
  if (index > 0) {
    const fiscal = { ...noFiscal, dasOf: monthOf(addMonths(first, -1)) }
    entries.push({ on: day(20), type: 'expense', description: 'DAS', amount: dasOn(day(20)), category: 'Impostos', fiscal })
  }
  for (let at = 2; at <= days; at += pick(2, 3)) {
    entries.push({
      on: day(at),
      type: 'income',
      description: `Vendas no balcão, lote de ${day(at).slice(8)}/${day(at).slice(5, 7)}`,
      amount: scale(pick(18_000, 34_000)),
      category: 'Vendas',
    })
  }
  for (let at = 3; at <= days; at += pick(3, 5)) {
    const [cake, least, most] = one(cakes)
    entries.push({
      on: day(at),
      type: 'income',
      description: `${cake}, ${one(customers)}`,
      amount: pick(least / 5, most / 5) * 500,
      category: 'Vendas',
    })
  }
  for (let at = 1; at <= days; at += pick(3, 5)) {
    entries.push({
      on: day(at),
      type: 'expense',
      description: one(suppliers),
      amount: scale(pick(13_000, 23_000)),
      category: 'Fornecedores',
    })
  }
  // A large purchase makes this past month negative.
  if (index === 9)
    entries.push({ on: day(17), type: 'expense', description: 'Batedeira planetária', amount: 219_000, category: 'Equipamentos' })
  return entries.sort((a, b) => (a.on < b.on ? -1 : 1))
}

function record({ on, type, description, amount, category, fiscal = invoiceOf(description) }: ExampleEntry, number: number): DemoCommand {
  const walletId = exampleWalletId(EMAIL, walletOf(description))
  return demoCommand(on, `transaction ${number}`, transactionDecider, {
    type: 'RecordTransaction',
    details: { description, amount, type, category, date: on, isScheduled: false, walletId, fiscal },
  })
}

/** Scheduled orders in each state today: received, not received, due, upcoming. */
function orders(today: CalendarDate): DemoCommand[] {
  const order = (
    of: string,
    agreed: CalendarDate,
    due: CalendarDate,
    type: FlowType,
    amount: number,
    category: string,
    note: string | null = null,
  ) =>
    demoCommand(agreed, of, transactionDecider, {
      type: 'RecordTransaction',
      details: { description: of, amount, type, category, date: due, isScheduled: true, note, fiscal: invoiceOf(of) },
    })
  const answer = (of: string, on: CalendarDate, isReceived: boolean) =>
    demoCommand(on, of, transactionDecider, { type: 'CorrectTransaction', changes: { isConfirmed: true, isReceived } })
  const ago = (days: number) => addDays(today, -days)
  return [
    order('Coffee break, Escola Girassol', ago(20), ago(9), 'income', 34_000, 'Vendas'),
    answer('Coffee break, Escola Girassol', ago(8), true),
    order('Pedido cancelado, Lúcia', ago(15), ago(4), 'income', 18_000, 'Vendas'),
    answer('Pedido cancelado, Lúcia', ago(3), false),
    order('Cesta corporativa, Ótica Vale', ago(12), ago(1), 'income', 36_000, 'Vendas'),
    order(
      'Bolo de formatura, Turma do CEFET',
      ago(6),
      addDays(today, ORDERS_AHEAD.days.income),
      'income',
      ORDERS_AHEAD.income,
      'Vendas',
      'Três andares, massa de nozes. Entregar até as 16h no salão.',
    ),
    order(
      'Manutenção do forno',
      ago(2),
      addDays(today, ORDERS_AHEAD.days.expense),
      'expense',
      ORDERS_AHEAD.expense,
      'Equipamentos',
      'Seu Raimundo, traz a resistência nova.',
    ),
  ]
}

/** A purchase that was recorded twice, with its corrected amount. */
function gasOf(today: CalendarDate): { on: CalendarDate; amount: number } {
  return { on: addDays(today, -5), amount: 12_400 }
}

/** Corrections: an amount changed, a duplicate deleted. */
function corrections(today: CalendarDate): DemoCommand[] {
  const { on: day, amount } = gasOf(today)
  const twice = { description: 'Gás', amount: 11_800, type: 'expense' as const, category: 'Contas da loja', date: day, isScheduled: false }
  return [
    demoCommand(day, 'gas', transactionDecider, { type: 'RecordTransaction', details: twice }),
    demoCommand(day, 'gas again', transactionDecider, { type: 'RecordTransaction', details: twice }),
    demoCommand(day, 'gas again', transactionDecider, { type: 'DeleteTransaction' }),
    demoCommand(addDays(day, 1), 'gas', transactionDecider, { type: 'CorrectTransaction', changes: { amount } }),
  ]
}

/** The rule that files the bank's lines of a petrol station. */
function exampleRules(today: CalendarDate): DemoCommand[] {
  const details = { text: 'posto', type: 'expense', category: 'Transporte', description: null } as const
  return [demoCommand(addDays(today, -30), POSTO_RULE, ruleDecider, { type: 'AddRule', details })]
}

/** The accountant who looks into the account: invited a month ago, and here twice since. */
function exampleGuest(today: CalendarDate): DemoCommand[] {
  const details = { name: 'Ana Ribeiro', email: 'ana@ribeiro.example', until: addDays(today, 120) }
  const ago = (days: number) => addDays(today, -days)
  return [
    demoCommand(ago(30), ACCOUNTANT, guestDecider, { type: 'InviteGuest', details, today: ago(30) }),
    ...[24, 1].map((days) => demoCommand(ago(days), ACCOUNTANT, guestDecider, { type: 'EnterAsGuest', today: ago(days) })),
  ]
}

/** A small business with 14 months of activity up to today, so that every screen shows data. */
export function exampleAccount(today: CalendarDate): DemoAccount {
  const since = `${monthOf(addMonths(today, -MONTHS_BACK))}-01`
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_, index) => entriesOfMonth(addMonths(since, index), index))
  const entries = months.flat().filter((entry) => entry.on <= today)
  const placed = entries.map((entry) => ({ ...entry, wallet: walletOf(entry.description) }))
  const happenings = [
    ...exampleWallets(since),
    ...entries.map(record),
    ...exampleTransfers(EMAIL, placed, since, today),
    ...orders(today),
    ...corrections(today),
    ...exampleBillPayments(since, today),
    ...exampleRecurrences(today, demoEntityId(EMAIL, 'Nubank')),
    ...examplePlans(since, today),
    ...exampleMei(since, today),
    ...exampleRules(today),
    ...exampleGuest(today),
  ]
  const balances = exampleBalances(EMAIL, { happenings, placed, since, today })
  return {
    since,
    registration: {
      name: 'Marina Duarte',
      email: EMAIL,
      password: 'exemplo123',
      businessName: 'Doce Lar Confeitaria',
      businessType: 'Alimentação',
      monthlyIncome: 600_000,
      mainDifficulties: ['Controle de fluxo de caixa', 'Organização de gastos', 'Reserva de emergência'],
    },
    happenings: [...happenings, ...balances.commands].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
    closing: { on: today, month: monthOf(addMonths(`${monthOf(today)}-01`, -2)) },
    receipts: exampleReceipts(entries, { ...gasOf(today), description: 'Gás', of: 'gas' }),
    statement: { on: today, of: (idOf) => exampleStatement(today, balances.bank, idOf) },
  }
}
