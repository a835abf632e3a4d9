import { createHash } from 'node:crypto'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { NewImport } from '@prumo/shared/imports'
import type { FlowType } from '@prumo/shared/transaction-rules'

/** Days before today, and the bank's lines; in centavos. */
const lines: readonly [ago: number, type: FlowType, description: string, amount: number, category: string | null][] = [
  [7, 'income', 'Pix recebido: Clínica Bem Viver', 18_000, 'Vendas'],
  [6, 'income', 'Maquininha, vendas no cartão', 124_580, 'Vendas'],
  [6, 'expense', 'Taxa da maquininha', 3_890, 'Tarifas bancárias'],
  [4, 'expense', 'Pix enviado: Embalagens Aurora', 9_640, 'Fornecedores'],
  [3, 'expense', 'Posto Avenida', 12_000, 'Transporte'],
  [2, 'income', 'Pix recebido: Família Prado', 22_000, 'Vendas'],
]

/** The name of the rule that filed a line. */
export const POSTO_RULE = 'rule of the petrol station'
const BANK_TEXTS: Readonly<Record<string, string>> = { 'Posto Avenida': 'Compra no débito - POSTO AVENIDA' }

/**
 * A bank statement of the last days, which the example account imports last.
 * @param balance the bank's closing balance, in centavos
 * @param idOf an id for each name, the same in every run
 */
export function exampleStatement(today: CalendarDate, balance: number, idOf: (name: string) => string): NewImport {
  return {
    fileName: 'Extrato-Inter.csv',
    format: 'csv',
    bank: 'Inter',
    account: null,
    closing: { balance, date: today },
    rows: lines.map(([ago, type, description, amount, category], index) => ({
      id: idOf(`line ${index}`),
      key: createHash('sha256').update(`example line ${index}`).digest('hex'),
      date: addDays(today, -ago),
      type,
      description,
      amount,
      category,
      ...(BANK_TEXTS[description] && { statementText: BANK_TEXTS[description], ruleId: idOf(POSTO_RULE) }),
    })),
  }
}
