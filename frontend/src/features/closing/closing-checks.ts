import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import { formatDate } from '../../lib/dates'

/** A line of what is ready before a month is closed, and what is still open. None prevents it. */
export interface ClosingCheck {
  name: 'balance' | 'pending' | 'uncategorised' | 'receipts' | 'mei'
  isReady: boolean
  title: string
  detail: string
  /** What it is about, in centavos with its sign; null without an amount. */
  centavos: number | null
  /** The label of the link to it. */
  action: string
}

/** What the bank said of a day of the month, beside what the account's entries add up to. */
export interface BankStatement {
  /** `Inter`, or the name of the file. */
  name: string
  date: CalendarDate
  balance: number
  /** Null until it is known. */
  sums: number | null
}

export interface ClosingFacts {
  /** Of the latest statement of the month; null without one. */
  statement: BankStatement | null
  settledCount: number
  pending: readonly Transaction[]
  uncategorised: readonly Transaction[]
  /** Null where the account keeps no receipts. */
  withoutReceipt: readonly Transaction[] | null
  /** Null without a MEI in that month. */
  mei: { deliveredOn: CalendarDate | null; changedBy: number | null } | null
}

export function closingChecks(facts: ClosingFacts): ClosingCheck[] {
  const { pending, uncategorised, withoutReceipt, mei } = facts
  return [
    balanceCheck(facts.statement),
    {
      name: 'pending',
      isReady: pending.length === 0,
      title: pending.length === 0 ? 'Nada a confirmar' : `${pending.length} a confirmar`,
      detail: pending.length === 0 ? answeredText(facts.settledCount) : 'Ficam fora do mês fechado até você responder',
      centavos: pending.length === 0 ? null : sumOf(pending),
      action: pending.length === 1 ? 'Ver' : `Ver as ${pending.length}`,
    },
    {
      name: 'uncategorised',
      isReady: uncategorised.length === 0,
      title: uncategorised.length === 0 ? 'Tudo com categoria' : `${uncategorised.length} sem categoria`,
      detail: uncategorised.length === 0 ? 'O relatório diz de onde veio e para onde foi' : 'Ficam em “Sem categoria” no relatório',
      centavos: uncategorised.length === 0 ? null : sumOf(uncategorised),
      action: 'Escolher',
    },
    ...(withoutReceipt ? [receiptsCheck(withoutReceipt)] : []),
    ...(mei ? [meiCheck(mei)] : []),
  ]
}

function balanceCheck(statement: BankStatement | null): ClosingCheck {
  const common = { name: 'balance', centavos: null } as const
  if (!statement) {
    const detail = 'Nenhum extrato diz o saldo deste mês'
    return { ...common, isReady: false, title: 'Sem saldo do banco para conferir', detail, action: 'Importar' }
  }
  const { name, date, balance, sums } = statement
  const difference = sums === null ? 0 : balance - sums
  if (difference === 0)
    return { ...common, isReady: true, title: 'O saldo fecha', detail: `Igual ao de ${name} em ${formatDate(date)}`, action: '' }
  return {
    ...common,
    isReady: false,
    title: 'O saldo não fecha',
    detail: `${difference > 0 ? 'Faltam' : 'Sobram'} ${formatCentavos(Math.abs(difference))} para chegar aos ${formatCentavos(balance)} de ${name} em ${formatDate(date)}`,
    centavos: difference,
    action: 'Ver o mês',
  }
}

function receiptsCheck(without: readonly Transaction[]): ClosingCheck {
  const count = without.length
  return {
    name: 'receipts',
    isReady: count === 0,
    title: count === 0 ? 'Toda despesa com comprovante' : `${count} ${count === 1 ? 'despesa' : 'despesas'} sem comprovante`,
    detail: count === 0 ? 'Vão no pacote com anexo' : `${count === 1 ? 'Vai' : 'Vão'} no pacote sem anexo`,
    centavos: count === 0 ? null : sumOf(without),
    action: count === 1 ? 'Ver' : `Ver as ${count}`,
  }
}

function meiCheck({ deliveredOn, changedBy }: NonNullable<ClosingFacts['mei']>): ClosingCheck {
  const isReady = deliveredOn !== null && !changedBy
  const done = deliveredOn === null ? 'Ainda não foi feito' : `Feito em ${formatDate(deliveredOn)}`
  return {
    name: 'mei',
    isReady,
    title: 'Relatório Mensal do MEI',
    detail: changedBy ? `${done}; a receita mudou depois` : done,
    centavos: changedBy || null,
    action: 'Ver a folha',
  }
}

/** `2 prontas, 3 em aberto. Nenhuma impede.` */
export function readinessText(checks: readonly ClosingCheck[]): string {
  const ready = checks.filter(({ isReady }) => isReady).length
  const open = checks.length - ready
  if (open === 0) return 'Tudo pronto para fechar.'
  const done = ready === 0 ? '' : `${ready} ${ready === 1 ? 'pronta' : 'prontas'}, `
  return `${done}${open} em aberto. Nenhuma impede.`
}

function answeredText(count: number): string {
  if (count === 0) return 'Nenhuma transação neste mês'
  return count === 1 ? 'A transação do mês está resolvida' : `As ${count} transações estão resolvidas`
}

function sumOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { type, amount }) => sum + (type === 'income' ? amount : type === 'expense' ? 0 - amount : 0), 0)
}
