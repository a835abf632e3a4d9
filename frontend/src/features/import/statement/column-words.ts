import { plainText } from './statement'

/** The role that a column's name suggests. */
export type WordRole = 'date' | 'description' | 'amount' | 'credit' | 'debit' | 'direction' | 'balance' | 'instalment' | 'currency'

/** Words of column names by role, the most specific first. A name that matches `not` is excluded. */
const WORDS: Readonly<Record<WordRole, { is: readonly RegExp[]; not?: RegExp }>> = {
  date: {
    is: [
      /^(data|date|dia|dt)$/,
      /^(data|dt)( (do|da|de))? (lancamento|mov|movimento|movimentacao|operacao|transacao|compra|ocorrencia|lanc)$/,
      /\b(data|date|dia|dt|quando|when)\b/,
    ],
    not: /\b(balancete|contabil|vencimento|efetiva|valor)\b/,
  },
  description: {
    is: [
      /\b(descricao|description|desc)\b/,
      /\b(historico|hist|estabelecimento|titulo|title|merchant)\b/,
      /\b(lancamento|memo|texto|detalhes?|details?|narrative|favorecido|complemento|payee|transacao|movimentacao|movimento|operacao|nome|name|loja)\b/,
      /\b(tipo|type)\b/,
    ],
    not: /\b(data|dt|date|valor|conta|cartao|numero|nr|no|id|codigo)\b/,
  },
  amount: {
    is: [
      /^(valor|amount|quantia|montante|value)( \(?(r\$|em r\$|brl|reais)\)?)?$/,
      /\b(valor|vlr|amount|quantia|montante|value|importancia|quanto)\b/,
    ],
    not: /us\$|\b(usd|dolar|eur|cotacao|saldo|balance|limite|taxa|data|original|iof)\b/,
  },
  credit: {
    is: [/\b(creditos?|credit|entradas?|entrou|receitas?|recebimentos?|recebido|depositos?)\b|\bmoney in\b|\bpaid in\b/],
    not: /\b(cartao|data|limite|tipo|saldo)\b/,
  },
  debit: {
    is: [/\b(debitos?|debit|saidas?|saiu|despesas?|retiradas?|pagamentos?|pago|withdrawals?)\b|\bmoney out\b|\bpaid out\b/],
    not: /\b(cartao|data|tipo|saldo)\b/,
  },
  direction: {
    is: [
      /^(d ?\/ ?c|c ?\/ ?d|dc|cd|deb cred|cred deb|sinal|natureza)$/,
      /\b(deb(ito)?[ /]cred(ito)?|cred(ito)?[ /]deb(ito)?|natureza|sinal|entrada[ /]saida|tipo|type)\b/,
    ],
  },
  balance: { is: [/\b(saldos?|balance|sld)\b/], not: /\b(data)\b/ },
  instalment: { is: [/\b(parcelas?|parc|installments?|prestacao)\b/] },
  currency: { is: [/^(moeda|currency)$/] },
}

/** How well a name matches a role: 4 at most, 0 for no match. */
export function wordScore(name: string, role: WordRole): number {
  const plain = plainText(name.replaceAll(/[_.]/g, ' '))
  const { is, not } = WORDS[role]
  if (not?.test(plain)) return 0
  const index = is.findIndex((words) => words.test(plain))
  return index < 0 ? 0 : 4 - index
}

/** Whether the cells form a header: at least two names with roles, one of them the date or the amount. */
export function isHeader(cells: readonly string[]): boolean {
  const roles = (Object.keys(WORDS) as WordRole[]).filter((role) => cells.some((cell) => cell.length < 40 && wordScore(cell, role) > 0))
  const named = cells.filter((cell) => cell.length < 40 && (Object.keys(WORDS) as WordRole[]).some((role) => wordScore(cell, role) > 0))
  return named.length >= 2 && (roles.includes('date') || roles.includes('amount') || (roles.includes('credit') && roles.includes('debit')))
}
