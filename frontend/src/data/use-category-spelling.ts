import { useCallback } from 'react'
import { spellCategory, type CategoryCount } from '@prumo/shared/category-spelling'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useQueue } from './account'
import type { QueuedCommand } from './sync/command'
import { useUsedCategoryList } from './used-categories'

/**
 * Gives a typed category the spelling that exists already, by the server's rule, also among those that wait on this device.
 * @param before the category of the corrected transaction
 */
export function useCategorySpelling(): (typed: string | null, type: TransactionType, before?: string | null) => string | null {
  const data = useUsedCategoryList()
  const queue = useQueue('transaction')
  return useCallback(
    (typed, type, before) =>
      // A transfer has none.
      type === 'transfer' ? null : typed && spellCategory(typed, type, [...(data ?? []), ...queuedCategories(queue)], before),
    [data, queue],
  )
}

/** The categories that this device's commands on transactions give. */
function queuedCategories(queue: readonly QueuedCommand[]): CategoryCount[] {
  return queue.flatMap(({ command }): CategoryCount[] => {
    const { category, type } = { ...command.base, ...(command.args as object | null) } as Partial<Transaction>
    return category && type && type !== 'transfer' ? [{ type, category, count: 1 }] : []
  })
}
