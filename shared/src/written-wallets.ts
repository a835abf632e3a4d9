import { searchable } from './search.js'
import { MONTH_NAMES } from './written-dates.js'
import { walletKinds, type WalletKind } from './wallet-rules.js'
import { isConnecting, type FreeWord, type TextSpan, type EntryLine } from './written-line.js'

/** The wallets that a written line names, and the transfers between them. */

export interface WritableWallet {
  id: string
  name: string
  kind: WalletKind
  isMain: boolean
}

/** Where a wallet of the entry comes from: its name in the line, the only one of its kind, or the main one. */
export type WalletOrigin = 'written' | 'only' | 'main'

/** The wallets that a side may be: one is understood, several are asked, none is left to the form. */
export interface WalletChoice {
  ids: string[]
  origin: WalletOrigin
  /** Where the line names it; null for a default. */
  span: TextSpan | null
}

export interface TransferReading {
  from: WalletChoice
  to: WalletChoice
  /** The words that make it a transfer. */
  words: TextSpan[]
}

interface NamedWallet extends TextSpan {
  wallets: readonly WritableWallet[]
  /** Whether the whole name or a kind was written, or at least a whole word of it. */
  isWhole: boolean
  isWord: boolean
  preposition: string
}

type TransferMove = 'withdraw' | 'deposit' | 'move' | 'bill'

const MOVES: Readonly<Record<string, TransferMove>> = Object.fromEntries(
  Object.entries({
    withdraw: ['sacar', 'saquei', 'saque'],
    deposit: ['depositar', 'depositei', 'deposito'],
    move: ['transferir', 'transferi', 'transferencia', 'passar', 'passei', 'mandei', 'colocar', 'coloquei', 'botei'],
    bill: ['fatura'],
  } satisfies Record<TransferMove, string[]>).flatMap(([move, words]) => words.map((word) => [word, move as TransferMove])),
)
/** Verbs that mean a transfer even where no wallet is named, and verbs of putting: `coloquei 50 no caixa`. */
const MOVES_ALONE = /^transfer/
const PUTS = /^(?:colo|bot)/

const AT = new Set(['no', 'na', 'em', 'pelo', 'pela', 'com', 'via'])
const FROM = new Set(['do', 'da', 'de'])
const TO = new Set(['para', 'pra', 'pro', 'p/', 'ao', 'a'])
const ARTICLES = new Set(['o', 'a', 'meu', 'minha'])
/** Nothing before the name. */
const BARE = ''
const KIND_WORDS: Readonly<Record<string, WalletKind>> = { dinheiro: 'cash', cartao: 'card', credito: 'card' }
const SHORTEST_PREFIX = 3

/** Names of wallets whose first word is common in descriptions: `no mercado` need not be Mercado Pago. */
const COMMON_WORDS = new Set(['mercado', 'casa', 'loja'])

/** The wallet of an entry, after `no`, `em`, `com` or `pelo`. A null among the ids reads the words as a part of the description. */
export function readWallet(line: EntryLine, wallets: readonly WritableWallet[]): (TextSpan & { ids: (string | null)[] }) | null {
  if (wallets.length < 2) return null
  const words = line.freeWords()
  const named = namedWallets(words, wallets).filter(({ preposition }) => AT.has(preposition))
  const found = named.find(({ isWhole }) => isWhole) ?? named[0]
  if (!found) return null
  const ids = found.wallets.map(({ id }) => id)
  const others = words.filter(({ start, end, word }) => (end <= found.start || start >= found.end) && !isConnecting(word))
  const isCommon = !found.isWhole && COMMON_WORDS.has(line.folded.slice(found.start, found.end))
  if (others.length === 0 && (isCommon || !found.isWord)) return null
  return { start: found.start, end: found.end, ids: isCommon ? [...ids, null] : ids }
}

interface TransferSideRule {
  /** The words before the name of a wallet on this side. */
  prepositions: ReadonlySet<string>
  kinds: readonly WalletKind[]
  /** The kinds of a wallet that is not named, the likelier first. */
  defaults: readonly WalletKind[]
}

const SIDES: Readonly<Record<TransferMove, { from: TransferSideRule; to: TransferSideRule }>> = {
  withdraw: {
    from: { prepositions: new Set([...FROM, ...AT, BARE]), kinds: ['bank', 'card'], defaults: ['bank'] },
    to: { prepositions: new Set([...TO, ...AT]), kinds: ['cash'], defaults: ['cash'] },
  },
  deposit: {
    from: { prepositions: FROM, kinds: walletKinds, defaults: ['cash'] },
    to: { prepositions: new Set([...AT, ...TO, BARE]), kinds: ['bank', 'cash'], defaults: ['bank'] },
  },
  move: {
    from: { prepositions: FROM, kinds: walletKinds, defaults: ['bank', 'cash'] },
    to: { prepositions: TO, kinds: walletKinds, defaults: [] },
  },
  bill: {
    from: { prepositions: new Set([...FROM, ...AT]), kinds: ['bank', 'cash'], defaults: ['bank', 'cash'] },
    to: { prepositions: new Set([...FROM, ...AT, ...ARTICLES, BARE]), kinds: ['card'], defaults: ['card'] },
  },
}

/**
 * The transfer that a line means; null for another entry. A remaining description such as `fatura vivo` or `transferi pra Ana` means
 * a payment, unless the wallet that the verb asks for is named.
 * @param hasPaid whether the line has a verb of spending, which only the bill of a card may have
 */
export function readTransfer(line: EntryLine, wallets: readonly WritableWallet[], hasPaid: boolean): TransferReading | null {
  if (wallets.length < 2) return null
  const words = line.freeWords()
  const named = namedWallets(words, wallets)
  const verb = words.find(({ word }) => Object.hasOwn(MOVES, word))
  const namesCard = named.some(
    ({ preposition, wallets: these }) => (preposition === BARE || ARTICLES.has(preposition)) && these.some(({ kind }) => kind === 'card'),
  )
  const move = (verb && MOVES[verb.word]) ?? (hasPaid && namesCard ? 'bill' : 'move')
  if (hasPaid && move !== 'bill') return null

  const from = sideOf(SIDES[move].from, named, wallets)
  let to = sideOf(SIDES[move].to, named, wallets)
  const isWithin = (word: TextSpan, { start, end }: TextSpan) => start <= word.start && word.end <= end
  const leftOver = words.filter((word) => word !== verb && !isConnecting(word.word) && !named.some((each) => isWithin(word, each)))
  const description = leftOver.filter(({ word }) => move !== 'bill' || !MONTH_NAMES.includes(word))
  if (description.length > 0 && !(move === 'withdraw' ? from : to).span) return null
  if (move === 'bill' && (description.length > 0 || to.ids.length === 0)) return null
  if (verb?.word === 'deposito' && !to.span) return null
  if (move === 'move' && !to.span) {
    const put = PUTS.test(verb?.word ?? '') ? named.find(({ preposition }) => AT.has(preposition)) : undefined
    if (!put && !MOVES_ALONE.test(verb?.word ?? '')) return null
    to = put ? chosen(put) : { ids: wallets.map(({ id }) => id), origin: 'only', span: null }
  }
  if (!verb && move === 'move' && !named.every(({ isWhole }) => isWhole && from.span)) return null
  return { ...withoutEachOther(from, to, wallets), words: [...(verb ? [verb] : []), ...(move === 'bill' ? leftOver : [])] }
}

/** The wallet that is named on a side, else the main one if it is of the likeliest kind, else all of the likeliest kind there is. */
function sideOf(
  { prepositions, kinds, defaults }: TransferSideRule,
  named: readonly NamedWallet[],
  wallets: readonly WritableWallet[],
): WalletChoice {
  for (const each of named) {
    const fitting = each.wallets.filter(({ kind }) => kinds.includes(kind))
    if (prepositions.has(each.preposition) && fitting.length > 0) return chosen({ ...each, wallets: fitting })
  }
  const main = wallets.find(({ isMain }) => isMain)
  if (main && defaults[0] === 'bank' && defaults.includes(main.kind)) return { ids: [main.id], origin: 'main', span: null }
  const kind = defaults.find((each) => wallets.some((wallet) => wallet.kind === each))
  return { ids: wallets.filter((wallet) => wallet.kind === kind).map(({ id }) => id), origin: 'only', span: null }
}

function chosen(named: NamedWallet): WalletChoice {
  return { ids: named.wallets.map(({ id }) => id), origin: 'written', span: named }
}

/** A wallet is not on both sides: a named one, or the only one, leaves the others to the other side. */
function withoutEachOther(from: WalletChoice, to: WalletChoice, wallets: readonly WritableWallet[]) {
  const without = (choice: WalletChoice, other: WalletChoice): WalletChoice => {
    if (choice.span || other.ids.length !== 1) return choice
    const ids = choice.ids.filter((id) => id !== other.ids[0])
    if (ids.length > 0) return { ...choice, ids }
    const rest = wallets.filter(({ id, kind }) => id !== other.ids[0] && kind !== 'card')
    return { ids: rest.map(({ id }) => id), origin: 'only', span: null }
  }
  const otherFrom = without(from, to)
  return { from: otherFrom, to: without(to, otherFrom) }
}

/** The wallets that words name, each with the word before it; none where the line begins or another part precedes. */
function namedWallets(words: readonly FreeWord[], wallets: readonly WritableWallet[]): NamedWallet[] {
  const found: NamedWallet[] = []
  for (let at = 0; at < words.length; at++) {
    const [previous, beforeIt] = [wordBefore(words, at), wordBefore(words, at - 1)]
    const isArticle = ARTICLES.has(previous?.word ?? '')
    const before = isArticle ? beforeIt : previous
    const isJoined = before !== undefined && [AT, FROM, TO].some((prepositions) => prepositions.has(before.word))
    const preposition = isJoined ? before.word : isArticle ? (previous?.word ?? BARE) : BARE
    const match = walletAt(wordsFrom(words, at), wallets)
    // Without a preposition only `fatura nubank` and `paguei o nubank` name one.
    const follows = previous === undefined || isArticle || Object.hasOwn(MOVES, previous.word)
    if (match && (isJoined || previous?.word === 'fatura' || (match.isWord && follows))) {
      found.push({ ...match, preposition })
      at += words.filter(({ start, end }) => start >= match.start && end <= match.end).length - 1
    }
  }
  return found
}

/** Whether no part was read between two words. */
function areNeighbours(word: FreeWord | undefined, next: FreeWord | undefined): boolean {
  return word !== undefined && next !== undefined && next.start - word.end <= 2
}

function wordBefore(words: readonly FreeWord[], at: number): FreeWord | undefined {
  return areNeighbours(words[at - 1], words[at]) ? words[at - 1] : undefined
}

/** A word and its neighbours: as many as a kind, `de crédito`, a preposition and a name have. */
function wordsFrom(words: readonly FreeWord[], at: number): FreeWord[] {
  const run = words.slice(at, at + 8)
  const gap = run.findIndex((word, index) => index > 0 && !areNeighbours(run[index - 1], word))
  return gap < 0 ? run : run.slice(0, gap)
}

/** The wallets that a line names from a word on: by their kind, by name, or by both as in `cartão do Itaú`. */
function walletAt(words: readonly FreeWord[], wallets: readonly WritableWallet[]): Omit<NamedWallet, 'preposition'> | null {
  const [first, second, third] = words
  const kind = first && Object.hasOwn(KIND_WORDS, first.word) ? KIND_WORDS[first.word] : undefined
  if (!first || !kind || wallets.some((wallet) => nameOf(wallet) === first.word)) return walletByName(words, wallets)
  const ofKind = wallets.filter((wallet) => wallet.kind === kind)
  if (ofKind.length === 0) return null
  const isCredit = second?.word === 'de' && third?.word === 'credito'
  const rest = words.slice(isCredit ? 3 : 1)
  const named = walletByName(FROM.has(rest[0]?.word ?? '') ? rest.slice(1) : rest, ofKind)
  if (named) return { ...named, start: first.start }
  return { wallets: ofKind, start: first.start, end: (isCredit ? third : first).end, isWhole: true, isWord: true }
}

/** The wallets whose name the words are, or begin; more words before fewer, the whole name before a part of it. */
function walletByName(words: readonly FreeWord[], wallets: readonly WritableWallet[]): Omit<NamedWallet, 'preposition'> | null {
  for (const length of [4, 3, 2, 1]) {
    const [first, last] = [words[0], words[length - 1]]
    if (!first || !last) continue
    const name = words
      .slice(0, length)
      .map(({ word }) => word)
      .join(' ')
    const whole = wallets.filter((wallet) => nameOf(wallet) === name)
    const isPrefix = name.length >= SHORTEST_PREFIX && !isConnecting(name)
    const matching = whole.length > 0 ? whole : isPrefix ? wallets.filter((wallet) => ` ${nameOf(wallet)}`.includes(` ${name}`)) : []
    if (matching.length === 0) continue
    const isWord = matching.some((wallet) => ` ${nameOf(wallet)} `.includes(` ${name} `))
    return { wallets: matching, start: first.start, end: last.end, isWhole: whole.length > 0, isWord }
  }
  return null
}

const names = new WeakMap<WritableWallet, string>()

/** The name in the form in which it is compared. */
function nameOf(wallet: WritableWallet): string {
  const name = names.get(wallet) ?? searchable(wallet.name)
  names.set(wallet, name)
  return name
}
