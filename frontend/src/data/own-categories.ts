import type { OwnCategories } from '@prumo/shared/transactions'
import { mapped, type Fresh } from './shown'
import { askOwnCategories } from './questions'
import { useRead, type Read } from './reads'

const ownCategories: Read<readonly string[]> = {
  key: ['transaction', 'own-categories'],
  ask: async (account, signal) =>
    mapped(await account.read<OwnCategories>(...askOwnCategories, signal), ({ categories }) => categories.map(({ category }) => category)),
  isKept: true,
}

/** `GET /transactions/categories`: the categories that the person named, most used first. None while they are not known. */
export function useOwnCategories(): readonly string[] {
  const { data } = useRead(ownCategories, asTheyAre)
  return data ?? NO_CATEGORIES
}

const asTheyAre = ({ data }: Fresh<readonly string[]>) => data
const NO_CATEGORIES: readonly string[] = []
