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

/** The state of a transaction, from its three flags. */
export function stateOf(flags: { isScheduled: boolean; isConfirmed: boolean; isReceived: boolean }): TransactionState {
  if (!flags.isScheduled) return 'settled'
  if (!flags.isConfirmed) return 'pending'
  return flags.isReceived ? 'settled' : 'not_received'
}

export const transactionTexts = {
  invalid: 'Dados inválidos',
  unknown: 'Transação original não encontrada.',
  notDeleted: 'Esta transação não está excluída.',
  descriptionMissing: 'Digite uma descrição',
  typeMissing: 'Escolha receita ou despesa',
} as const
