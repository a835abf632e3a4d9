import { useCallback, useMemo } from 'react'
import { spellCategory, type CategoryCount } from '@prumo/shared/category-spelling'
import type { FlowType, TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction, UsedCategories, UsedCategory } from '@prumo/shared/transactions'
import { useQueue } from './account'
import type { QueuedCommand } from './sync/command'
import { mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { categoriesRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition } from './optimistic-query'

/** `GET /transactions/categories` */
export const usedCategoriesQuery: QueryDefinition<readonly UsedCategory[]> = {
  key: ['transaction', 'categories'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<UsedCategories>(...categoriesRequest, signal), ({ categories }) => categories),
  isPersisted: true,
}

/**
 * `GET /transactions/categories`: the categories of the person's transactions, most used first. Empty while they load. @param type
 * null for both
 */
export function useUsedCategories(type: FlowType | null): readonly string[] {
  const { data } = useOptimisticQuery(usedCategoriesQuery, dataOf)
  return useMemo(() => namesOf(data ?? [], type), [data, type])
}

/** The same with types and counts; undefined while they load. */
export function useUsedCategoryList(): readonly UsedCategory[] | undefined {
  return useOptimisticQuery(usedCategoriesQuery, dataOf).data
}

/** Removes duplicates. */
export function namesOf(used: readonly UsedCategory[], type: FlowType | null): string[] {
  return [...new Set(used.filter((each) => type === null || each.type === type).map(({ category }) => category))]
}

/**
 * Gives a typed category the spelling that exists already, by the server's rule, also among those that wait on this device.
 * @param before the category of the corrected transaction
 */
export function useCategorySpelling(): (typed: string | null, type: TransactionType, before?: string | null) => string | null {
  const { data } = useOptimisticQuery(usedCategoriesQuery, dataOf)
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

const dataOf = ({ data }: PositionedAnswer<readonly UsedCategory[]>) => data
