import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** What applying a rule to the existing transactions would do. */
export interface RuleApplication {
  /** How many it matches. */
  matching: number
  /** Those with another category, newest first. */
  changing: readonly Transaction[]
  /** `29 já estão em Fornecedores. 8 mudam, de Outros, R$ 2.214,60. Dá para desfazer.` */
  text: string
}

/** How many of the changing ones are shown. */
export const SHOWN_CHANGES = 3

export function describeApplication(matching: readonly Transaction[], category: string): RuleApplication {
  const changing = matching.filter((each) => each.category !== category)
  const there = matching.length - changing.length
  const already = there === 0 ? null : `${there === 1 ? '1 já está' : `${count(there)} já estão`} em ${category}.`
  const change = changing.length === 0 ? null : `${changingText(changing)} Dá para desfazer.`
  return { matching: matching.length, changing, text: [already, change].filter(Boolean).join(' ') }
}

/** `8 mudam, de Outros, R$ 2.214,60.` */
function changingText(changing: readonly Transaction[]): string {
  const from = [...new Set(changing.map(({ category }) => category ?? NO_CATEGORY.toLowerCase()))]
  const names = from.length > 2 ? `${from.length} categorias` : from.join(' e ')
  const sum = changing.reduce((total, { amount }) => total + amount, 0)
  return `${changing.length === 1 ? '1 muda' : `${count(changing.length)} mudam`}, de ${names}, ${formatCentavos(sum)}.`
}

/** The sum of transactions of one type, signed as money that comes or goes. */
export function flowOf(rows: readonly Transaction[]): { centavos: number; type: FlowType } {
  const net = rows.reduce((sum, { type, amount }) => sum + (type === 'income' ? 1 : -1) * amount, 0)
  return { centavos: Math.abs(net), type: net > 0 ? 'income' : 'expense' }
}

export function count(many: number): string {
  return plain.format(many)
}

const plain = new Intl.NumberFormat('pt-BR')
