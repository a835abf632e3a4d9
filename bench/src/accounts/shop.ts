import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { listedCategories, transactionCategories } from '@prumo/shared/transaction-rules'
import type { BenchTransaction } from '../append/sale.js'

/** Transactions of a business: no two descriptions are equal, most of them share words. */
const things = [
  'bolo',
  'torta',
  'pão',
  'farinha',
  'ovos',
  'leite',
  'caixa',
  'embalagem',
  'aluguel',
  'luz',
  'gás',
  'forno',
  'entrega',
  'salgado',
  'doce',
  'café',
]
const kinds = [
  'de casamento',
  'de aniversário',
  'no atacado',
  'para a feira',
  'da loja',
  'de sábado',
  'do mês',
  'em Santo André',
  'com desconto',
  'a prazo',
]
const people = [
  'Júlia',
  'Marcos',
  'Dona Nair',
  'João Pedro',
  'Beatriz',
  'Seu Antônio',
  'Cláudia',
  'Renato',
  'Padaria Ideal',
  'Mercado Sol',
  'Ana Lúcia',
  'Fábio',
]

/** A category without transactions. */
export const UNUSED_CATEGORY = 'Marketing'
const RARE = 'Quermesse'

/** The n-th transaction of the shop: one in twenty is scheduled, and a single one has the rare term. */
export function shopAt(n: number): BenchTransaction {
  const type = n % 3 === 0 ? 'expense' : 'income'
  const used = transactionCategories[type].filter((category) => category !== UNUSED_CATEGORY)
  const of = <T>(list: readonly T[], step: number) => list[Math.floor(n / step) % list.length] as T
  return {
    ...noOptionalTexts,
    fiscal: null,
    type,
    description: n === 137 ? RARE : `${of(things, 1)} ${of(kinds, 16)} ${of(people, 7)} ${n}`,
    category: of([...used, null], 5),
    amount: 1_000 + (n % 5_000),
    transactionDate: '2026-11-20',
    isScheduled: n % 20 === 0,
  }
}

/** The search terms: some occur nowhere, one of them made of pairs of letters that occur everywhere; one is frequent, one rare. */
export const terms = { letter: 'w', pair: 'vb', commonPairs: 'ro dadosar', frequent: 'casamento', rare: RARE.toLowerCase() } as const

/** Throws unless the terms occur as often as described, in an account with so many transactions. */
export function checkTerms(transactions: number): void {
  const texts = Array.from({ length: transactions }, (_, n) => `${shopAt(n).description} ${shopAt(n).category ?? ''}`.toLowerCase())
  const occurs = (term: string) => texts.some((text) => text.includes(term))
  const { letter, pair, commonPairs, frequent, rare } = terms
  const pairs = Array.from({ length: commonPairs.length - 1 }, (_, at) => commonPairs.slice(at, at + 2))
  if (occurs(letter) || occurs(pair) || occurs(commonPairs) || !pairs.every(occurs) || !occurs(frequent) || !occurs(rare))
    throw new Error('The terms are not what they should be')
  if (!listedCategories.includes(UNUSED_CATEGORY)) throw new Error(`${UNUSED_CATEGORY} is no category`)
}
