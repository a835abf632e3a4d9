/** What comes in and what goes out. */
export const flowTypes = ['income', 'expense'] as const
export type FlowType = (typeof flowTypes)[number]

/** A transfer moves money from one wallet to another: it is no income and no expense. */
export const transactionTypes = [...flowTypes, 'transfer'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Categories offered for each type; a user may enter any other. */
export const transactionCategories = {
  income: ['Vendas', 'Serviços', 'Investimentos', 'Outros'],
  expense: ['Fornecedores', 'Aluguel', 'Funcionários', 'Marketing', 'Equipamentos', 'Outros'],
} as const satisfies Record<FlowType, readonly string[]>

/** The offered categories of both types. */
export const listedCategories: readonly string[] = [...new Set(Object.values(transactionCategories).flat())]

/** Categories of expenses that come without a receipt: the filter `attachments=none` leaves them out. */
export const categoriesWithoutReceipt: readonly string[] = ['Retirada', 'Empréstimo', 'Tarifas bancárias']

/** Shown for a transaction without a category. */
export const NO_CATEGORY = 'Sem categoria'

/** Settled transactions count everywhere, pending ones are totalled apart, not received ones count nowhere. */
export const transactionStates = ['settled', 'pending', 'not_received'] as const
export type TransactionState = (typeof transactionStates)[number]

/** Whether the transaction is scheduled, whether the user answered if it happened, and the answer. */
export interface TransactionFlags {
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
}

/** The flags of a new transaction: a scheduled one awaits its answer. */
export function flagsAtFirst(isScheduled: boolean): TransactionFlags {
  return { isScheduled, isConfirmed: !isScheduled, isReceived: !isScheduled }
}

/**
 * The flags after a change of any of the three. Scheduling makes it pending unless the change includes an answer, unscheduling
 * settles it, and a received one is confirmed.
 */
export function flagsAfter(
  before: TransactionFlags,
  changes: { [Name in keyof TransactionFlags]?: boolean | undefined },
): TransactionFlags {
  const isScheduled = changes.isScheduled ?? before.isScheduled
  if (!isScheduled || changes.isConfirmed === false) return flagsAtFirst(isScheduled)
  const becomesScheduled = !before.isScheduled && changes.isConfirmed === undefined
  const isConfirmed = changes.isConfirmed ?? (changes.isReceived === true || (!becomesScheduled && before.isConfirmed))
  return { isScheduled, isConfirmed, isReceived: isConfirmed && (changes.isReceived ?? before.isReceived) }
}

/** The state that the three flags mean. */
export function stateOf(flags: TransactionFlags): TransactionState {
  if (!flags.isScheduled) return 'settled'
  if (!flags.isConfirmed) return 'pending'
  return flags.isReceived ? 'settled' : 'not_received'
}

export const transactionTexts = {
  invalid: 'Dados inválidos',
  unknown: 'Transação original não encontrada.',
  notDeleted: 'Esta transação não está excluída.',
  notExpected: 'Uma das transações previstas mudou. Confira o extrato de novo.',
  notOtherSide: 'Uma das transferências mudou. Confira o extrato de novo.',
  importedAgain: 'Esta linha do extrato já voltou por outra importação.',
  descriptionMissing: 'Digite uma descrição',
  typeMissing: 'Escolha receita ou despesa',
} as const
