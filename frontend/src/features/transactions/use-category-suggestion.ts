import { useMemo } from 'react'
import { normaliseText } from '@prumo/shared/text-form'
import type { EntrySuggestion } from '@prumo/shared/written-entry'
import type { EntryReader } from '../../data/entry-reader'
import type { TransactionFormValues } from './transaction-form-values'

/**
 * A category for what is typed into a form without one; null for a transfer.
 * @param reader null where nothing is to be suggested, and until it is loaded
 */
export function useCategorySuggestion(
  reader: EntryReader | null,
  { description, type, category }: Pick<TransactionFormValues, 'description' | 'type' | 'category'>,
): EntrySuggestion | null {
  return useMemo(
    () => (reader && category === null && type !== 'transfer' ? reader.suggest(normaliseText(description), type) : null),
    [reader, description, type, category],
  )
}
