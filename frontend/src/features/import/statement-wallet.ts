import type { AcceptedImport } from '@prumo/shared/imports'
import { searchable } from '@prumo/shared/search'
import { walletTexts, type WalletKind } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import type { StatementWallet } from './review-wallets'
import type { StatementDraft } from './statement-review'
import type { ParsedStatement } from './parsed-statement'
import { accountHash, rowKeys } from './statement/row-keys'

type StatementAccount = Pick<ParsedStatement, 'account' | 'bank' | 'isCard'>

/** What is known about the wallets of earlier statements. */
export interface KnownStatements {
  wallets: readonly Wallet[]
  /** The imports, those of this device's queue included. */
  imports: readonly Pick<AcceptedImport, 'walletId' | 'bank' | 'undoneAt'>[]
  /** The wallet that this device remembers for statements like this one, if its file names no account; null without one. */
  remembered: string | null
}

/**
 * The wallet of a statement: the one that its account belongs to. A file that names no account belongs to the wallet that its bank's
 * earlier statements went to. The first statement of all belongs to the only wallet. Null if the person has to be asked.
 */
export function walletOfStatement(statement: StatementAccount, known: KnownStatements): Wallet | null {
  const wallets = known.wallets.filter(({ archived }) => !archived)
  const [only] = wallets
  const hasEarlier = wallets.some(({ statementAccounts }) => statementAccounts.length > 0)
  if (wallets.length === 1 && only && !hasEarlier) return only
  if (statement.account === '') return walletOfBank(statement, wallets, known)
  const hash = accountHash(statement.account)
  return wallets.find(({ statementAccounts }) => statementAccounts.includes(hash)) ?? null
}

function walletOfBank(
  { bank, isCard }: StatementAccount,
  wallets: readonly Wallet[],
  { imports, remembered }: KnownStatements,
): Wallet | null {
  const own = wallets.find(({ id }) => id === remembered)
  if (own) return own
  const earlier = new Set(imports.filter((each) => each.undoneAt === null && each.bank === bank).map(({ walletId }) => walletId))
  const found = wallets.filter(({ id, kind }) => earlier.has(id) && (kind === 'card') === isCard)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** What the person answers to the question whose statement this is. */
export interface StatementQuestion {
  /** The known wallets, those of the statement's kind first. */
  wallets: readonly Wallet[]
  /** The name of the wallet that may be created; empty if the person has to name it. */
  newName: string
  kind: WalletKind
}

/** The question for a statement of an unknown account. */
export function walletQuestion({ bank, isCard }: StatementAccount, all: readonly Wallet[]): StatementQuestion {
  const wallets = all.filter(({ archived }) => !archived)
  const kind = isCard ? 'card' : 'bank'
  return {
    wallets: isCard ? wallets.toSorted((one, other) => Number(other.kind === kind) - Number(one.kind === kind)) : wallets,
    newName: bank !== null && nameProblem(bank, all) === null ? bank : '',
    kind,
  }
}

/** Why a wallet cannot have this name; null if it can. */
export function nameProblem(name: string, wallets: readonly Pick<Wallet, 'name'>[]): string | null {
  if (name.trim() === '') return walletTexts.nameMissing
  return wallets.some((each) => searchable(each.name) === searchable(name)) ? walletTexts.nameTaken : null
}

/** Why a day cannot be the day of a card; null if it can. */
export function dayProblem(day: string, missing: string): string | null {
  if (day.trim() === '') return missing
  return /^\d{1,2}$/.test(day.trim()) && Number(day) >= 1 && Number(day) <= 31 ? null : walletTexts.dayInvalid
}

/**
 * The draft of a statement of this wallet. Where the file names no account, the keys of its lines are those of the wallet, and the
 * choices move to the new keys.
 */
export function draftInWallet(draft: StatementDraft, wallet: StatementWallet): StatementDraft {
  const { statement, choices } = draft
  const account = statement.account || wallet.id
  if (account === statement.keyAccount) return { ...draft, wallet }
  const keys = rowKeys({ account, lines: statement.lines }, account)
  const lines = statement.lines.map((line, index) => ({ ...line, key: keys[index] as string }))
  const moved = statement.lines.flatMap(({ key }, index) => (choices[key] ? [[keys[index] as string, choices[key]] as const] : []))
  return {
    ...draft,
    wallet,
    choices: Object.fromEntries(moved),
    statement: { ...statement, lines, keyAccount: account, accountHash: accountHash(account) },
  }
}

/** `Banco, ainda sem extrato`, `Cartão, para o extrato da fatura` */
export function describeWallet({ kind, statementAccounts }: Pick<Wallet, 'kind' | 'statementAccounts'>): string {
  const isNew = statementAccounts.length === 0
  if (kind === 'cash') return 'Dinheiro'
  if (kind === 'card') return isNew ? 'Cartão, para o extrato da fatura' : 'Cartão'
  return isNew ? 'Banco, ainda sem extrato' : 'Banco'
}

/** `Banco Inter, conta final 4412`; the name of the file if it names neither. */
export function describeAccount({
  bank,
  accountNumber,
  isCard,
}: Pick<ParsedStatement, 'bank' | 'accountNumber' | 'isCard'>): string | null {
  const name = bank && (isCard ? `Cartão ${bank}` : /^banco|bank|pag|pay|caixa/i.test(bank) ? bank : `Banco ${bank}`)
  const digits = accountNumber?.replaceAll(/\D/g, '').slice(-4) ?? ''
  const number = digits === '' ? null : `${isCard ? 'final' : 'conta final'} ${digits}`
  return [name, number].filter((each) => each !== null).join(', ') || null
}
