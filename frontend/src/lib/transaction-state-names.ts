import type { TransactionState, TransactionType } from '@prumo/shared/transaction-rules'

/** The state of one transaction, and of several. */
export const stateNames: Record<TransactionState, { one: string; many: string }> = {
  settled: { one: 'Realizada', many: 'Realizadas' },
  pending: { one: 'A confirmar', many: 'A confirmar' },
  not_received: { one: 'Não recebida', many: 'Não recebidas' },
}

/** How a form and a dialog ask whether the money moved, the two answers, and the states that they give. */
interface ReceiptWords {
  question: string
  /** The same in a list of facts. */
  short: string
  yes: string
  no: string
  received: string
  notReceived: string
}

const incomeWords: ReceiptWords = {
  question: 'Este valor foi recebido?',
  short: 'Já foi recebida?',
  yes: 'Sim, Recebido',
  no: 'Não Recebido',
  received: 'Recebido',
  notReceived: 'Não Recebido',
}

const expenseWords: ReceiptWords = {
  question: 'Esta conta foi paga?',
  short: 'Já foi paga?',
  yes: 'Sim, Paga',
  no: 'Não Paga',
  received: 'Paga',
  notReceived: 'Não paga',
}

/** The words of an expense; those of an income also for a transfer, and where the type is not known. */
export function receiptWords(type: TransactionType | null | undefined): ReceiptWords {
  return type === 'expense' ? expenseWords : incomeWords
}

export function receiptName(isReceived: boolean, type: TransactionType | null | undefined): string {
  const { received, notReceived } = receiptWords(type)
  return isReceived ? received : notReceived
}
