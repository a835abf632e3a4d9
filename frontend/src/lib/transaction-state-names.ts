import type { TransactionState } from '@prumo/shared/transaction-rules'

/** The state of one transaction, and of several. */
export const stateNames: Record<TransactionState, { one: string; many: string }> = {
  settled: { one: 'Realizada', many: 'Realizadas' },
  pending: { one: 'A confirmar', many: 'A confirmar' },
  not_received: { one: 'Não recebida', many: 'Não recebidas' },
}

/** The answers to whether a scheduled transaction was received. */
export const receiptNames = { received: 'Recebido', notReceived: 'Não Recebido' } as const

export function receiptName(isReceived: boolean): string {
  return isReceived ? receiptNames.received : receiptNames.notReceived
}
