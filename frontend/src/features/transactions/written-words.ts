import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { AskedField, EntryAlternative, EntryDraft, EntryQuestion, WrittenEntry } from '@prumo/shared/written-entry'
import type { WrittenRepeat } from '@prumo/shared/written-dates'
import type { WrittenPart } from '@prumo/shared/written-line'
import { transactionTypeNames } from '../../data/transaction-commands'
import { formatDate, shortDayText, weekdayOf } from '../../lib/dates'
import { describeInterval } from '../../lib/repeat-texts'

/** The words for what a line was read as. */

/** Names wallets by their ids. */
type WalletNamer = (id: string) => string

/** `quinta, 26/11/2026`; of today `hoje, 27/11/2026`. */
export function longDayText(date: CalendarDate, now: CalendarDate): string {
  return `${date === now ? 'hoje' : weekdayOf(date).toLowerCase()}, ${formatDate(date)}`
}

/** `todo mês`, `10 parcelas` */
export function repeatText(repeat: WrittenRepeat): string {
  return repeat.kind === 'instalments' ? `${repeat.count} parcelas` : describeInterval(repeat).toLowerCase()
}

const askedParts: Partial<Record<WrittenPart['kind'], string>> = {
  amount: 'valor?',
  date: 'dia?',
  type: 'entrou ou saiu?',
  category: 'categoria?',
  wallet: 'conta?',
  toWallet: 'conta?',
  transfer: 'conta?',
}

/** What stands under a part of the line. */
export function partText({ kind, isAmbiguous }: WrittenPart, draft: EntryDraft, walletName: WalletNamer): string {
  const asked = isAmbiguous ? askedParts[kind] : undefined
  if (asked !== undefined) return asked
  switch (kind) {
    case 'description':
      return 'descrição'
    case 'amount':
      return 'valor'
    case 'date':
      return draft.date ? `${weekdayOf(draft.date).slice(0, 3).toLowerCase()}, ${formatDate(draft.date).slice(0, 5)}` : 'dia'
    case 'type':
      return draft.type ? transactionTypeNames[draft.type].toLowerCase() : 'tipo'
    case 'later':
      return 'a confirmar'
    case 'repeat':
      return draft.repeat ? repeatText(draft.repeat) : 'repete'
    case 'category':
      return draft.category ?? 'categoria'
    case 'wallet':
      return draft.walletId ? walletName(draft.walletId) : 'conta'
    case 'toWallet':
      return draft.toWalletId ? walletName(draft.toWalletId) : 'conta'
    case 'transfer':
      return ['transferência', ...unwrittenWallet(draft, walletName)].join(', ')
  }
}

/** The wallet of a transfer that the line does not name, which is not the usual one. */
function unwrittenWallet({ walletId, toWalletId, walletOrigin, toWalletOrigin }: EntryDraft, walletName: WalletNamer): string[] {
  if (toWalletId && toWalletOrigin === 'only') return [walletName(toWalletId)]
  return walletId && walletOrigin === 'only' ? [walletName(walletId)] : []
}

/** `Fornecedores, ontem`: what stands beside the amount, under the description. */
export function factsText({ type, category, date, isScheduled, repeat }: EntryDraft, now: CalendarDate): string {
  const filed = type === 'transfer' ? transactionTypeNames.transfer : category
  const day = date && shortDayText(date, now)
  return [filed, day, isScheduled && repeat === null && 'a confirmar', repeat && repeatText(repeat)].filter(Boolean).join(', ')
}

/** `O resto já foi entendido: despesa, Equipamentos, ontem.` */
export function restText({ draft }: WrittenEntry, asked: AskedField, now: CalendarDate): string {
  const type = asked === 'type' || draft.type === null ? null : transactionTypeNames[draft.type].toLowerCase()
  const amount = asked === 'amount' || draft.amount === null ? null : formatCentavos(draft.amount)
  const rest = [type, amount, draft.type === 'transfer' ? null : draft.category, draft.date && shortDayText(draft.date, now)].filter(
    Boolean,
  )
  return rest.length > 0 ? `O resto já foi entendido: ${rest.join(', ')}.` : ''
}

export function questionText({ field, alternatives }: EntryQuestion): string {
  const isTransfer = alternatives.some(({ draft }) => draft.type === 'transfer')
  const texts: Record<AskedField, string> = {
    amount: amountQuestion(alternatives),
    date: 'Qual é o dia?',
    type: 'O dinheiro entrou ou saiu?',
    category: 'Qual é a categoria?',
    walletId: isTransfer ? 'De onde saiu?' : 'Qual é a conta?',
    toWalletId: 'Para onde foi?',
  }
  return texts[field]
}

/** Of one number, whether it is the amount at all. */
function amountQuestion(alternatives: EntryQuestion['alternatives']): string {
  const amounts = alternatives.flatMap(({ draft: { amount } }) => amount ?? [])
  const [only] = amounts
  if (amounts.length === 1 && only !== undefined) return `O preço é ${formatCentavos(only)}?`
  return `Há ${amounts.length === 2 ? 'dois' : 'vários'} valores. Qual é o preço?`
}

/** One reading, and what it makes of the rest. */
export function alternativeText(
  field: AskedField,
  { draft, choices }: EntryAlternative,
  now: CalendarDate,
  walletName: WalletNamer,
): { title: string; rest: string } {
  const kept = `A descrição fica “${draft.description}”`
  const none = choices[field] === null
  switch (field) {
    case 'amount':
      return { title: draft.amount === null ? 'Nenhum: é da descrição' : formatCentavos(draft.amount), rest: kept }
    case 'date':
      return { title: none ? 'Nenhum dia: foi hoje' : draft.date ? longDayText(draft.date, now) : '', rest: kept }
    case 'type':
      return { title: draft.type === 'income' ? 'Entrou: é receita' : 'Saiu: é despesa', rest: draft.category ?? '' }
    case 'category':
      return { title: draft.category ?? '', rest: draft.type ? transactionTypeNames[draft.type] : '' }
    case 'walletId':
      return { title: none || !draft.walletId ? 'Nenhuma conta' : walletName(draft.walletId), rest: kept }
    case 'toWalletId':
      return { title: draft.toWalletId ? walletName(draft.toWalletId) : '', rest: kept }
  }
}
