import { plainText } from './statement'

const IN = new Set([
  'c',
  'cr',
  'cred',
  'credito',
  'credit',
  'entrada',
  'entrou',
  'receita',
  'recebimento',
  'recebido',
  'deposito',
  '+',
  '(+)',
  'in',
])
const OUT = new Set([
  'd',
  'db',
  'dr',
  'deb',
  'debito',
  'debit',
  'saida',
  'saiu',
  'despesa',
  'pagamento',
  'enviado',
  'saque',
  '-',
  '(-)',
  'out',
])

/** The direction of a cell such as `D`, `Crédito`, `Saída`: 1 for income, -1 for an expense, null for any other text. */
export function directionOf(text: string): 1 | -1 | null {
  const word = plainText(text).replace(/\.$/, '')
  if (IN.has(word)) return 1
  return OUT.has(word) ? -1 : null
}
