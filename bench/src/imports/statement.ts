import { createHash, randomUUID } from 'node:crypto'

/**
 * The lines of a statement as the browser sends them, on days of a month such as `2026-10`, or of a whole year; no two lines are
 * equal.
 */
export function statementOf(lines: number, when: string) {
  const brought = randomUUID()
  const two = (number: number) => String(number).padStart(2, '0')
  const month = (at: number) => (when.includes('-') ? when : `${when}-${two(1 + (at % 12))}`)
  return Array.from({ length: lines }, (_, at) => ({
    id: randomUUID(),
    key: createHash('sha256').update(`${brought} ${at}`).digest('hex'),
    date: `${month(at)}-${two(1 + (at % 28))}`,
    amount: (100 + ((at * 7_919) % 250_000)) / 100,
    type: at % 3 === 0 ? 'income' : 'expense',
    description: `PIX ENVIADO ${at} FORNECEDOR DE FARINHA ${at % 97}`,
    category: at % 2 === 0 ? 'Fornecedores' : null,
  }))
}
