import { useMemo } from 'react'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { UsedCategories, UsedCategory } from '@prumo/shared/transactions'
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

const dataOf = ({ data }: PositionedAnswer<readonly UsedCategory[]>) => data
