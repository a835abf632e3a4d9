import type { PreviewedRows } from '@prumo/shared/imports'
import { searchable } from '@prumo/shared/search'
import type { Transaction } from '@prumo/shared/transactions'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { ReviewWallets, StatementWallet } from './review-wallets'
import { bankIn } from './statement/bank-names'

/** A line that may be one side of a transfer. */
export interface BetweenWallets {
  /** The wallet on the other side; null until one is chosen, for the payment of an unknown card. */
  wallet: StatementWallet | null
  /** The standing transaction that becomes this transfer; null for a new one. */
  joins: Transaction | null
  /** Why the line is offered as a transfer. */
  origin: 'recorded' | 'other-side' | 'text'
  /** The card that the person can create for a payment; null where there is one. */
  newCard: string | null
}

/** The choice that a line is no transfer; other choices are ids of wallets. */
export const NO_TRANSFER = 'none'
/** The choice that opens the form of a new card. */
export const NEW_CARD = 'new-card'

interface OfferedLine {
  type: FlowType
  description: string
  paysBill: boolean
  bank: string | null
  found: PreviewedRows['rows'][number] | undefined
  other: Transaction | null
}

/**
 * Whether a line may be one side of a transfer, and which: the other side of a standing transaction, or by its words the payment of
 * a card's bill. Null if it is not, and with a single wallet.
 */
export function betweenWallets(line: OfferedLine, choice: string | undefined, wallets: ReviewWallets | null): BetweenWallets | null {
  if (!wallets || wallets.others.length === 0) return null
  const offered = otherSide(line, wallets) ?? payment(line, wallets)
  if (!offered || choice === undefined) return offered
  const wallet = wallets.others.find(({ id }) => id === choice)
  if (!wallet || wallet.id === offered.wallet?.id) return offered
  return { ...offered, wallet, joins: null, origin: 'text' }
}

function otherSide({ found, other }: OfferedLine, { own, others }: ReviewWallets): BetweenWallets | null {
  if (found?.state !== 'other_side' || !other) return null
  const isTransfer = other.type === 'transfer'
  const id = isTransfer && other.walletId === own.id ? other.toWalletId : other.walletId
  const wallet = others.find((each) => each.id === id) ?? null
  return wallet && { wallet, joins: other, origin: isTransfer ? 'recorded' : 'other-side', newCard: null }
}

function payment(line: OfferedLine, { own, others, main }: ReviewWallets): BetweenWallets | null {
  const { found, paysBill, type, description, bank } = line
  if (!paysBill || (found && found.state !== 'new')) return null
  if (own.kind === 'card') {
    const wallet = main ?? others.find(({ kind }) => kind !== 'card') ?? null
    return type === 'income' && wallet ? { wallet, joins: null, origin: 'text', newCard: null } : null
  }
  if (type !== 'expense') return null
  const cards = others.filter(({ kind }) => kind === 'card')
  const named = cards.filter(({ name }) => searchable(description).includes(searchable(name)))
  const [wallet = null] = named.length === 1 ? named : cards.length === 1 ? cards : []
  const name = bankIn(description) ?? bank
  return { wallet, joins: null, origin: 'text', newCard: cards.length > 0 ? null : newCardName(name, [own, ...others]) }
}

/** A bank's account may already have the bank's name. */
function newCardName(name: string | null, wallets: readonly StatementWallet[]): string {
  if (name === null) return 'Cartão'
  return wallets.some((each) => searchable(each.name) === searchable(name)) ? `Cartão ${name}` : name
}

/** `Inter → Caixa`, in the direction of the money. */
export function directionText(own: StatementWallet, other: Pick<StatementWallet, 'name'>, type: FlowType): string {
  return type === 'expense' ? `${own.name} → ${other.name}` : `${other.name} → ${own.name}`
}

/** The options of a line: each direction, a new card where there is none, and last that it is no transfer. */
export function betweenOptions({ newCard }: BetweenWallets, type: FlowType, { own, others }: ReviewWallets): [string, string][] {
  const card: [string, string][] =
    newCard === null ? [] : [[NEW_CARD, newCard === 'Cartão' ? 'Criar cartão' : `Criar cartão ${newCard.replace(/^Cartão /, '')}`]]
  return [
    ...card,
    ...others.map((other): [string, string] => [other.id, directionText(own, other, type)]),
    [NO_TRANSFER, 'Não é transferência'],
  ]
}

export const originTexts: Readonly<Record<BetweenWallets['origin'], string>> = {
  recorded: 'já lançada',
  'other-side': 'o outro lado',
  text: 'pelo texto',
}
