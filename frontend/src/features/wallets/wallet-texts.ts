import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { closingFor, dueDateOf, type CardDays } from '@prumo/shared/bill-rules'
import type { WalletKind } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { formatDayOfMonth, weekdayOf } from '../../lib/dates'

export const kindNames: Record<WalletKind, string> = { bank: 'Banco', cash: 'Dinheiro', card: 'Cartão' }

/** The days of a card; null for another kind. */
export function cardDaysOf({ closingDay, dueDay }: Pick<Wallet, 'closingDay' | 'dueDay'>): CardDays | null {
  return closingDay === null || dueDay === null ? null : { closingDay, dueDay }
}

/** `Banco`; of a card its days: `Fecha dia 3, vence dia 10` */
export function kindText(wallet: Pick<Wallet, 'kind' | 'closingDay' | 'dueDay'>): string {
  const days = cardDaysOf(wallet)
  return days ? `Fecha dia ${days.closingDay}, vence dia ${days.dueDay}` : kindNames[wallet.kind]
}

/** Under the heading of a wallet's page: `banco, conta principal`; `cartão, fecha dia 3, vence dia 10` */
export function subtitle(wallet: Pick<Wallet, 'kind' | 'closingDay' | 'dueDay' | 'isMain' | 'archived'>): string {
  const parts = [
    kindNames[wallet.kind].toLowerCase(),
    wallet.kind === 'card' && kindText(wallet).replace('Fecha', 'fecha'),
    wallet.isMain && 'conta principal',
    wallet.archived && (wallet.kind === 'card' ? 'arquivado' : 'arquivada'),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Where a balance comes from: `Informado em 25/11`, or the sum of everything. */
export function sourceText({ balance, statedOn }: Pick<Wallet, 'balance' | 'statedOn'>, now: CalendarDate): string {
  if (balance.source === 'sums') return 'Somado do que você lançou'
  if (!statedOn) return 'Começa do saldo informado'
  return statedOn === now ? 'Informado hoje' : `Informado em ${dayAndMonth(statedOn, now)}`
}

/** The open bill of a card: `Fatura aberta, fecha quinta, 03/12` */
export function openBillText(days: CardDays, now: CalendarDate): string {
  const closesOn = closingFor(now, days)
  return `Fatura aberta, fecha ${closesOn === now ? 'hoje' : `${weekdayOf(closesOn).toLowerCase()}, ${dayAndMonth(closesOn, now)}`}`
}

/** The same in two short lines of a phone: `Fecha em 03/12, vence em 10/12` */
export function shortBillText(days: CardDays, now: CalendarDate): [closes: string, due: string] {
  const closesOn = closingFor(now, days)
  const { dueOn } = dueDateOf(closesOn, days)
  return [`Fecha ${closesOn === now ? 'hoje' : `em ${dayAndMonth(closesOn, now)}`},`, `vence em ${dayAndMonth(dueOn, now)}`]
}

/** What a purchase of today means under these days. */
export function purchaseText(days: CardDays, now: CalendarDate): string {
  const closesOn = closingFor(now, days)
  const { dueOn } = dueDateOf(closesOn, days)
  return `Uma compra de hoje entra na fatura que fecha em ${dayAndMonth(closesOn, now)} e vence em ${dayAndMonth(dueOn, now)}. Em mês mais curto vale o último dia.`
}

/** `03/12`; with the year where another one is meant. */
export function dayAndMonth(date: CalendarDate, now: CalendarDate): string {
  const text = `${date.slice(8, 10)}/${date.slice(5, 7)}`
  return Math.abs(daysBetween(date, now)) < 330 ? text : `${text}/${date.slice(0, 4)}`
}

/** `hoje`, `ontem`, otherwise `25/11` */
export function rowDay(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'hoje'
  return date === addDays(now, -1) ? 'ontem' : dayAndMonth(date, now)
}

/** For a sentence about a coming day: `hoje`, `amanhã`, `na quinta`, `em 3 de janeiro` */
export function comingDay(date: CalendarDate, now: CalendarDate): string {
  const days = daysBetween(now, date)
  if (days === 0) return 'hoje'
  if (days === 1) return 'amanhã'
  if (days > 6) return `em ${formatDayOfMonth(date, now)}`
  const weekday = weekdayOf(date).toLowerCase()
  return `${/^(sábado|domingo)$/.test(weekday) ? 'no' : 'na'} ${weekday}`
}

/** `10 de dezembro`, with the weekday while it is near: `quinta, 10 de dezembro` */
export function namedDay(date: CalendarDate, now: CalendarDate): string {
  const text = formatDayOfMonth(date, now)
  return Math.abs(daysBetween(now, date)) <= 7 ? `${weekdayOf(date).toLowerCase()}, ${text}` : text
}

/** First words of names that take the feminine article. */
const FEMININE = /^(conta|carteira|poupança|poupanca|gaveta|maquininha|minha|nossa|reserva)(\s|$)/i

/** `o Inter`, `a Conta principal` */
export function withArticle(name: string): string {
  return `${FEMININE.test(name) ? 'a' : 'o'} ${name}`
}

/** `do Inter`, `da Conta principal`; `do Nubank e do Caixa`; `de 3 contas` */
export function fromNames(names: readonly string[]): string {
  if (names.length > 2) return `de ${names.length} contas`
  return names.map((name) => `d${withArticle(name)}`).join(' e ')
}

/** `para o Inter`; `para o Nubank e o Caixa`; `para 3 contas` */
export function toNames(names: readonly string[]): string {
  if (names.length > 2) return `para ${names.length} contas`
  return `para ${names.map(withArticle).join(' e ')}`
}

/** `no Inter`, `na Conta principal` */
export function inName(name: string): string {
  return `n${withArticle(name)}`
}

/** `No Inter`, `Na Conta principal` */
export function headingOf(name: string): string {
  return `N${inName(name).slice(1)}`
}
