import { createHash } from 'node:crypto'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { NewImport } from '@prumo/shared/imports'
import { cleanStatementName } from '@prumo/shared/statement-names'
import type { FlowType } from '@prumo/shared/transaction-rules'

/** The line that a rule of the account filed. */
const POSTO = 'Compra no débito - POSTO AVENIDA'

/** Days before today, and the bank's lines; in centavos. */
const lines: readonly [ago: number, type: FlowType, bankText: string, amount: number, category: string | null][] = [
  [7, 'income', 'Pix recebido: Clínica Bem Viver', 18_000, 'Vendas'],
  [6, 'income', 'Maquininha, vendas no cartão', 24_860, 'Vendas'],
  [6, 'expense', 'Taxa da maquininha', 750, 'Tarifas bancárias'],
  [4, 'expense', 'Pix enviado: Embalagens Aurora', 9_640, 'Fornecedores'],
  [3, 'expense', POSTO, 8_000, 'Transporte'],
  [2, 'income', 'Pix recebido: Família Prado', 22_000, 'Vendas'],
]

/** The name of the rule that filed a line. */
export const POSTO_RULE = 'rule of the petrol station'

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
    rows: lines.map(([ago, type, bankText, amount, category], index) => ({
      id: idOf(`line ${index}`),
      key: createHash('sha256').update(`example line ${index}`).digest('hex'),
      date: addDays(today, -ago),
      type,
      description: cleanStatementName(bankText),
      statementText: bankText,
      amount,
      category,
      ...(bankText === POSTO && { ruleId: idOf(POSTO_RULE) }),
    })),
  }
}
