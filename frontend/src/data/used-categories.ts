import { useMemo } from 'react'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import type { UsedCategories, UsedCategory } from '@prumo/shared/transactions'
import { mapped, type Fresh } from './shown'
import { askCategories } from './questions'
import { useRead, type Read } from './reads'

const usedCategories: Read<readonly UsedCategory[]> = {
  key: ['transaction', 'categories'],
  ask: async (account, signal) => mapped(await account.read<UsedCategories>(...askCategories, signal), ({ categories }) => categories),
  isKept: true,
}

/**
 * `GET /transactions/categories`: the names of those that the person's transactions have, most used first. None while they are not
 * known. @param type null for those of both
 */
export function useUsedCategories(type: TransactionType | null): readonly string[] {
  const { data } = useRead(usedCategories, asTheyAre)
  return useMemo(() => namesOf(data ?? [], type), [data, type])
}

/** Each name once. */
export function namesOf(used: readonly UsedCategory[], type: TransactionType | null): string[] {
  return [...new Set(used.filter((each) => type === null || each.type === type).map(({ category }) => category))]
}

const asTheyAre = ({ data }: Fresh<readonly UsedCategory[]>) => data
