import type { CardDays } from '@prumo/shared/bill-rules'
import { formatPlainCentavos } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import { normaliseText } from '@prumo/shared/text-form'
import { walletTexts, type WalletKind } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import type { WalletDraft } from '../../data/wallet-commands'
import type { FormRules } from '../../lib/form'
import { openAmountProblem, parseSigned } from '../../ui/field/amount-text'

/** The values of the form of a wallet, as typed. */
export interface WalletFormValues {
  kind: WalletKind
  name: string
  closingDay: string
  dueDay: string
  /** What there is or is owed today; empty if it is not known. */
  amount: string
  isNegative: boolean
}

export const emptyWallet: WalletFormValues = { kind: 'bank', name: '', closingDay: '', dueDay: '', amount: '', isNegative: false }

/** The form of a draft that did not reach the server. */
export function valuesOfDraft({ kind, name, closingDay, dueDay }: WalletDraft): WalletFormValues {
  return { ...emptyWallet, kind, name, closingDay: dayText(closingDay), dueDay: dayText(dueDay) }
}

export function valuesOf(wallet: Wallet): WalletFormValues {
  return valuesOfDraft(wallet)
}

/** @param others the wallets whose names are taken */
export function walletRules(others: readonly Pick<Wallet, 'name'>[]): FormRules<WalletFormValues> {
  return {
    name: (text) => nameProblem(text, others),
    closingDay: (text, { kind }) => (kind === 'card' ? dayProblem(text, walletTexts.closingDayMissing) : null),
    dueDay: (text, { kind }) => (kind === 'card' ? dayProblem(text, walletTexts.dueDayMissing) : null),
    amount: (text) => openAmountProblem(parseSigned(text).rest),
  }
}

function nameProblem(text: string, others: readonly Pick<Wallet, 'name'>[]): string | null {
  if (normaliseText(text) === '') return walletTexts.nameMissing
  return others.some(({ name }) => searchable(name) === searchable(text)) ? walletTexts.nameTaken : null
}

function dayProblem(text: string, missing: string): string | null {
  if (text.trim() === '') return missing
  return parseDay(text) === null ? walletTexts.dayInvalid : null
}

/** A day of the month as typed; null for anything else. */
function parseDay(text: string): number | null {
  const day = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : 0
  return day >= 1 && day <= 31 ? day : null
}

/** The days while both are valid. */
export function typedDays({ kind, closingDay, dueDay }: WalletFormValues): CardDays | null {
  const days = { closingDay: parseDay(closingDay), dueDay: parseDay(dueDay) }
  return kind === 'card' && days.closingDay !== null && days.dueDay !== null ? (days as CardDays) : null
}

/** The draft of a form that passed its rules. */
export function walletDraftOf(values: WalletFormValues): WalletDraft {
  const { closingDay = null, dueDay = null } = typedDays(values) ?? {}
  return { name: normaliseText(values.name), kind: values.kind, closingDay, dueDay }
}

/** The balance of today that was typed, in centavos: what is owed on a card is negative. Null if the field is empty. */
export function typedBalance({ kind, amount, isNegative }: Pick<WalletFormValues, 'kind' | 'amount' | 'isNegative'>): number | null {
  const { rest, centavos, isMinus } = parseSigned(amount)
  if (rest === '') return null
  // A card's field asks what is owed.
  const isBelowZero = (isNegative || isMinus) !== (kind === 'card')
  return isBelowZero && centavos !== 0 ? -centavos : centavos
}

/** The field's text for a balance. */
export function balanceText(centavos: number): string {
  return formatPlainCentavos(Math.abs(centavos))
}

function dayText(day: number | null): string {
  return day === null ? '' : String(day)
}
