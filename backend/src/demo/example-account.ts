import { addDays, addMonths, monthBounds, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { balanceDecider } from '../balance/balance.decider.js'
import { guestDecider } from '../guests/guest.decider.js'
import { ruleDecider } from '../rules/rule.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { examplePlans } from './example-plans.js'
import { dasOn, exampleRecurrences, PRO_LABORE, recurringFlows } from './example-recurrences.js'
import { exampleReceipts } from './example-receipts.js'
import { exampleStatement, POSTO_RULE } from './example-statement.js'
import { exampleBills, exampleTransfers, exampleWalletId, exampleWallets, walletOf } from './example-wallets.js'
import { demoCommand, demoEntityId, type DemoAccount, type DemoCommand } from './demo-command.js'

const EMAIL = 'exemplo@prumo.app'
const MONTHS_BACK = 13
const ACCOUNTANT = 'accountant'

/** Centavos: what is counted in the drawer, and what the lowest balance of the next days leaves. */
const CASH = 23_850
const MARGIN = 64_000
/** The days over which the balance is tight. */
const TIGHT_DAYS = 30
/** The scheduled orders ahead: centavos, and days from today. */
const ORDERS_AHEAD = { income: 134_000, expense: 42_000, days: { income: 9, expense: 4 } }

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
}

const cakes = ['Bolo de aniversário', 'Bolo de casamento', 'Mesa de doces', 'Cento de brigadeiros', 'Torta de limão', 'Kit festa']
const customers = ['Carla e Davi', 'Dona Irene', 'Escola Girassol', 'Renata', 'Seu Osvaldo', 'Clínica Bem Viver', 'Família Prado']
const suppliers = ['Embalagens Aurora', 'Moinho Central', 'Laticínios Serra Azul', 'Chocolates do Porto', 'Hortifrúti da Praça']

/** The entries of one month of a small confectionery. */
function entriesOfMonth(first: CalendarDate, index: number): ExampleEntry[] {
  const pick = createRandom(7_919 + index * 104_729)
  const day = (number: number) => addDays(first, number - 1)
  const { to } = monthBounds(monthOf(first))
  const days = Number(to.slice(8))
  // Sales grow slowly, and are higher in December and May (Mother's Day).
  const season = { '12': 130, '05': 118 }[first.slice(5, 7)] ?? 100
  const scale = (centavos: number) => Math.round((centavos * (92 + index) * season) / 10_000)
  const one = (from: readonly string[]) => from[pick(0, from.length - 1)] as string
  const entries: ExampleEntry[] = [
    { on: day(5), type: 'expense', description: 'Aluguel do ponto', amount: 210_000, category: 'Aluguel' },
    { on: day(5), type: 'expense', description: 'Salário da Júlia', amount: 185_000, category: 'Funcionários' },
    { on: day(10), type: 'expense', description: 'Internet e telefone', amount: 12_990, category: 'Outros' },
    { on: day(12), type: 'expense', description: 'Energia', amount: pick(38_000, 56_000), category: 'Contas da loja' },
    { on: day(15), type: 'expense', description: 'Anúncios no Instagram', amount: pick(12_000, 26_000), category: 'Marketing' },
    { on: day(6), type: 'expense', description: 'Pró-labore', amount: PRO_LABORE, category: 'Retirada' },
    { on: day(20), type: 'expense', description: 'DAS', amount: dasOn(day(20)), category: 'Impostos' },
    { on: day(28), type: 'expense', description: 'Taxa da maquininha', amount: scale(pick(26_000, 38_000)), category: 'Tarifas bancárias' },
    { on: day(22), type: 'income', description: 'Oficina de confeitaria', amount: scale(64_000), category: 'Serviços' },
  ]
  for (let at = 2; at <= days; at += pick(2, 3)) {
    entries.push({
      on: day(at),
      type: 'income',
      description: `Vendas no balcão, lote de ${day(at).slice(8)}/${day(at).slice(5, 7)}`,
      amount: scale(pick(50_000, 88_000)),
      category: 'Vendas',
    })
  }
  for (let at = 3; at <= days; at += pick(4, 6)) {
    entries.push({
      on: day(at),
      type: 'income',
      description: `${one(cakes)}, ${one(customers)}`,
      amount: scale(pick(22_000, 96_000)),
      category: 'Vendas',
    })
  }
  for (let at = 1; at <= days; at += pick(3, 5)) {
    entries.push({
      on: day(at),
      type: 'expense',
      description: one(suppliers),
      amount: scale(pick(30_000, 64_000)),
      category: 'Fornecedores',
    })
  }
  // A large purchase makes this past month negative.
  if (index === 9)
    entries.push({ on: day(17), type: 'expense', description: 'Batedeira planetária', amount: 489_000, category: 'Equipamentos' })
  return entries.sort((a, b) => (a.on < b.on ? -1 : 1))
}

function record({ on, type, description, amount, category }: ExampleEntry, number: number): DemoCommand {
  const walletId = exampleWalletId(EMAIL, walletOf(description))
  return demoCommand(on, `transaction ${number}`, transactionDecider, {
    type: 'RecordTransaction',
    details: { description, amount, type, category, date: on, isScheduled: false, walletId },
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
      details: { description: of, amount, type, category, date: due, isScheduled: true, note },
    })
  const answer = (of: string, on: CalendarDate, isReceived: boolean) =>
    demoCommand(on, of, transactionDecider, { type: 'CorrectTransaction', changes: { isConfirmed: true, isReceived } })
  const ago = (days: number) => addDays(today, -days)
  return [
    order('Coffee break, Escola Girassol', ago(20), ago(9), 'income', 88_000, 'Vendas'),
    answer('Coffee break, Escola Girassol', ago(8), true),
    order('Pedido cancelado, Lúcia', ago(15), ago(4), 'income', 18_000, 'Vendas'),
    answer('Pedido cancelado, Lúcia', ago(3), false),
    order('Cesta corporativa, Ótica Vale', ago(12), ago(1), 'income', 98_000, 'Vendas'),
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

/** What was counted in the drawer today. */
function exampleCash(today: CalendarDate): DemoCommand {
  return demoCommand(today, 'Caixa', balanceDecider, { type: 'StateBalance', details: { amount: CASH, date: today }, today })
}

/** The bank's balance today: with the cash, enough for what is due in the next month, and little more. */
function balanceToday(today: CalendarDate, entries: Parameters<typeof exampleBills>[0]): number {
  const { income, expense, days } = ORDERS_AHEAD
  const flows = [
    ...recurringFlows(today, TIGHT_DAYS),
    ...exampleBills(entries, today, TIGHT_DAYS).map(({ on, amount }) => ({ on, amount: -amount })),
    { on: addDays(today, days.income), amount: income },
    { on: addDays(today, days.expense), amount: -expense },
  ].sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : one.amount - other.amount))
  let [sum, lowest] = [0, 0]
  for (const { amount } of flows) lowest = Math.min(lowest, (sum += amount))
  return MARGIN - lowest - CASH
}

/** A small business with 14 months of activity up to today, so that every screen shows data. */
export function exampleAccount(today: CalendarDate): DemoAccount {
  const since = `${monthOf(addMonths(today, -MONTHS_BACK))}-01`
  const months = Array.from({ length: MONTHS_BACK + 1 }, (_, index) => entriesOfMonth(addMonths(since, index), index))
  const entries = months.flat().filter((entry) => entry.on <= today)
  const placed = entries.map((entry) => ({ ...entry, wallet: walletOf(entry.description) }))
  return {
    since,
    registration: {
      name: 'Marina Duarte',
      email: EMAIL,
      password: 'exemplo123',
      businessName: 'Doce Lar Confeitaria',
      businessType: 'Alimentação',
      monthlyIncome: 1_125_000,
      mainDifficulties: ['Controle de fluxo de caixa', 'Organização de gastos', 'Reserva de emergência'],
    },
    happenings: [
      ...exampleWallets(since),
      ...entries.map(record),
      ...exampleTransfers(EMAIL, placed, since, today),
      ...orders(today),
      ...corrections(today),
      ...exampleRecurrences(today, demoEntityId(EMAIL, 'Nubank')),
      ...examplePlans(since, today),
      ...exampleRules(today),
      ...exampleGuest(today),
      exampleCash(today),
    ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
    closing: { on: today, month: monthOf(addMonths(`${monthOf(today)}-01`, -2)) },
    receipts: exampleReceipts(entries, { ...gasOf(today), description: 'Gás', of: 'gas' }),
    statement: { on: today, of: (idOf) => exampleStatement(today, balanceToday(today, placed), idOf) },
  }
}
