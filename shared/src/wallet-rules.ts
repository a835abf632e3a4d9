import type { CalendarDate } from './calendar.js'

/** Where money is: a bank account, cash, or a card. */
export const walletKinds = ['bank', 'cash', 'card'] as const
export type WalletKind = (typeof walletKinds)[number]

/** The wallet that every account has from the beginning. */
export const MAIN_WALLET = { name: 'Conta principal', kind: 'bank' } as const

/** The balance that a person stated for a wallet, at the end of a day. Centavos. */
export interface StatedOnDay {
  date: CalendarDate
  amount: number
}

/** What changed a wallet's balance on a day: settled income and transfers in, less settled expenses and transfers out. Centavos. */
export interface NetDay {
  date: CalendarDate
  net: number
}

/** A wallet's balance, which goes back to a stated one or is the sum of everything. */
export interface WalletBalance {
  amount: number
  /** The day of the stated one; null without one. */
  statedOn: CalendarDate | null
}

/**
 * A wallet's balance at the end of a day: the balance stated last on or before it and what came since, without one the sum of
 * all up to that day.
 * @param stated the standing ones, one a day, in any order
 */
export function balanceOn(day: CalendarDate, stated: readonly StatedOnDay[], days: readonly NetDay[]): WalletBalance {
  const from = stated.reduce<StatedOnDay | null>(
    (latest, each) => (each.date <= day && (latest === null || each.date > latest.date) ? each : latest),
    null,
  )
  const since = days.filter(({ date }) => date <= day && (from === null || date > from.date))
  const amount = since.reduce((sum, { net }) => sum + net, from?.amount ?? 0)
  return { amount, statedOn: from?.date ?? null }
}

export const walletTexts = {
  nameMissing: 'Digite um nome',
  nameTaken: 'Já existe uma conta com este nome.',
  kindMissing: 'Escolha conta, dinheiro ou cartão',
  closingDayMissing: 'Escolha o dia em que a fatura fecha',
  dueDayMissing: 'Escolha o dia em que a fatura vence',
  dayInvalid: 'Escolha um dia de 1 a 31',
  daysOnlyOnCard: 'Só um cartão tem dia de fechamento e de vencimento',
  unknown: 'Escolha uma conta que existe',
  archived: 'Esta conta está arquivada. Escolha outra.',
  sameWallet: 'Escolha duas contas diferentes',
  destinationMissing: 'Escolha para onde vai o dinheiro',
  onlyTransfer: 'Só uma transferência tem conta de destino',
  categoryOnTransfer: 'Uma transferência não tem categoria',
  mainStays: 'Escolha antes outra conta principal.',
  mainIsNoCard: 'Um cartão não pode ser a conta principal.',
  hasPending: 'Esta conta tem transações por confirmar ou que se repetem. Resolva essas antes de arquivar.',
  hasMovements: 'Esta conta já teve movimentos. Ela pode ser arquivada, não excluída.',
  notDeleted: 'Esta conta não está excluída.',
  tooMany: 'Você já tem 50 contas. Arquive ou exclua uma antes.',
} as const
