import { listedCategories, transactionCategories } from '@prumo/shared/transaction-rules'
import type { NewTransaction } from '@prumo/shared/transactions'

/** What a business writes: no two descriptions alike, most of them of the same words. */
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

/** The category that nothing is in. */
export const UNUSED_CATEGORY = 'Marketing'
const RARE = 'Quermesse'

/** The n-th transaction of the shop: one in twenty is still to come, and one alone of all is of something rare. */
export function shopAt(n: number): Omit<NewTransaction, 'id'> {
  const type = n % 3 === 0 ? 'expense' : 'income'
  const used = transactionCategories[type].filter((category) => category !== UNUSED_CATEGORY)
  const of = <T>(list: readonly T[], step: number) => list[Math.floor(n / step) % list.length] as T
  return {
    type,
    description: n === 137 ? RARE : `${of(things, 1)} ${of(kinds, 16)} ${of(people, 7)} ${n}`,
    category: of([...used, null], 5),
    amount: 1_000 + (n % 5_000),
    transactionDate: '2026-11-20',
    isScheduled: n % 20 === 0,
  }
}

/** What is looked for: terms that occur nowhere, one of them of pairs of letters that occur everywhere, and two that do. */
export const terms = { letter: 'w', pair: 'vb', commonPairs: 'ro dadosar', frequent: 'casamento', rare: RARE.toLowerCase() } as const

/** Throws unless the terms are what they are said to be, in an account with so many transactions. */
export function checkTerms(transactions: number): void {
  const texts = Array.from({ length: transactions }, (_, n) => `${shopAt(n).description} ${shopAt(n).category ?? ''}`.toLowerCase())
  const occurs = (term: string) => texts.some((text) => text.includes(term))
  const { letter, pair, commonPairs, frequent, rare } = terms
  const pairs = Array.from({ length: commonPairs.length - 1 }, (_, at) => commonPairs.slice(at, at + 2))
  if (occurs(letter) || occurs(pair) || occurs(commonPairs) || !pairs.every(occurs) || !occurs(frequent) || !occurs(rare))
    throw new Error('The terms are not what they should be')
  if (!listedCategories.includes(UNUSED_CATEGORY)) throw new Error(`${UNUSED_CATEGORY} is no category`)
}
