import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { get } from '../../../lib/api'
import { findCached } from '../cache/change'
import { transactionKeys } from '../cache/transaction-query'

/** `GET /transactions/{id}` */
export async function readTransaction(id: string, signal?: AbortSignal): Promise<Transaction> {
  return (await get<TransactionAnswer>(`/transactions/${encodeURIComponent(id)}`, {}, signal)).transaction
}

/** A transaction by its id: from a list that shows it, otherwise from the server. */
export function useTransaction(id: string | null) {
  const client = useQueryClient()
  return useQuery({
    queryKey: transactionKeys.one(id ?? ''),
    queryFn: ({ signal }) => readTransaction(id ?? '', signal),
    enabled: id !== null,
    initialData: () => (id === null ? undefined : findCached(client, id)),
  })
}
