import { fitFiscal, type Fiscal } from './fiscal-marks.js'
import type { TransactionType } from './transaction-rules.js'

/** Limits, rules and texts of commands on several transactions at once. */

/** Transactions per command. */
export const MAX_BATCH = 500
/** Transactions per portion of a renamed category. */
export const MAX_RENAMED = 5_000

export const batchTexts = {
  none: 'Escolha pelo menos uma transação',
  tooMany: `Escolha no máximo ${MAX_BATCH} transações de cada vez`,
  twice: 'A mesma transação está mais de uma vez na lista',
  nothing: 'Escolha o que mudar',
  changeAndDelete: 'Escolha entre mudar e excluir',
  unknownVersion: 'Há uma versão de uma transação que não está na lista',
  contradiction: 'Não pode estar recebida sem estar confirmada',
  bothTypes: 'Receitas e despesas têm categorias diferentes. Escolha só um tipo.',
  missing: (count: number) => (count === 1 ? 'Uma das transações não existe mais.' : `${count} das transações não existem mais.`),
  changed: (count: number) =>
    count === 1 ? 'Uma das transações mudou em outro lugar.' : `${count} das transações mudaram em outro lugar.`,
  sameCategory: 'Escolha outro nome para a categoria',
} as const

/** What decides which fields of a change a transaction takes. */
export interface BatchTarget {
  type: TransactionType
  isScheduled: boolean
  /** The wallet to which a transfer goes; null for the others. */
  toWalletId: string | null
}

interface PartialChange {
  category?: string | null | undefined
  walletId?: string | undefined
  isConfirmed?: boolean | undefined
  isReceived?: boolean | undefined
  fiscal?: Fiscal | null | undefined
}

/**
 * The change without the fields that do not apply to a transaction: the confirmation of one that is not scheduled, the category of a
 * transfer, for a transfer the wallet that it goes to, and of the fields for the MEI those of another type.
 */
export function applicableChange<Change extends PartialChange>(
  change: Change,
  { type, isScheduled, toWalletId }: BatchTarget,
): Omit<Change, keyof PartialChange> & PartialChange {
  const { category, walletId, isConfirmed, isReceived, fiscal, ...rest } = change
  const fitting = fiscal && fitFiscal(type, fiscal)
  // A change of fields that are all of another type does not clear those of this one.
  const isFiscalOfOtherType = fiscal != null && fitting === null && fitFiscal(type === 'income' ? 'expense' : 'income', fiscal) !== null
  return {
    ...rest,
    ...(category !== undefined && type !== 'transfer' && { category }),
    ...(walletId !== undefined && walletId !== toWalletId && { walletId }),
    ...(isConfirmed !== undefined && isScheduled && { isConfirmed }),
    ...(isReceived !== undefined && isScheduled && { isReceived }),
    ...(fitting !== undefined && type !== 'transfer' && !isFiscalOfOtherType && { fiscal: fitting }),
  }
}
