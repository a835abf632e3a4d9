export const transactionTypes = ['income', 'expense'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The categories offered for each type; any other text is a person's own. */
export const transactionCategories = {
  income: ['Vendas', 'Serviços', 'Investimentos', 'Outros'],
  expense: ['Fornecedores', 'Aluguel', 'Funcionários', 'Marketing', 'Equipamentos', 'Outros'],
} as const satisfies Record<TransactionType, readonly string[]>

/** Every offered category, of either type. */
export const listedCategories: readonly string[] = [...new Set(Object.values(transactionCategories).flat())]

/** What is shown where a transaction has no category. */
export const NO_CATEGORY = 'Sem categoria'

/** Settled counts everywhere, pending is totalled apart, not received counts nowhere. */
export const transactionStates = ['settled', 'pending', 'not_received'] as const
export type TransactionState = (typeof transactionStates)[number]

/** Whether it is scheduled, whether the question if it came was answered, and how. */
export interface TransactionFlags {
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
}

/** The flags of a new transaction: what is scheduled waits for its answer. */
export function flagsAtFirst(isScheduled: boolean): TransactionFlags {
  return { isScheduled, isConfirmed: !isScheduled, isReceived: !isScheduled }
}

/**
 * The flags after a change that names any of the three: becoming scheduled makes it pending unless an answer is said with
 * it, becoming unscheduled settles it, and what is received is confirmed.
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

/** The state of a transaction, from its three flags. */
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
  importedAgain: 'Esta linha do extrato já voltou por outra importação.',
  descriptionMissing: 'Digite uma descrição',
  typeMissing: 'Escolha receita ou despesa',
} as const
