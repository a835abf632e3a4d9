import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../../../lib/api'
import { applyChange, findCached, type Change } from '../cache/change'
import { transactionKeys, type TransactionQuery } from '../cache/transaction-query'
import { readTransaction } from '../calls/read-transaction'

interface Command<C extends Change> {
  /** Tells the server; answers the transaction as it is there, null when it is gone. */
  send: (change: C) => Promise<Transaction | null>
  /** The server has it. */
  onDone?: (change: C) => void
  /** The change has been taken back; says why. */
  onFailed: (failure: unknown, change: C) => void
}

/**
 * A command that shows its effect at once and takes it back when it fails. Commands leave one after another,
 * so that each is decided on what the one before left behind.
 */
export function useCommand<C extends Change>({ send, onDone, onFailed }: Command<C>) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: transactionKeys.all,
    scope: { id: 'transactions' },
    mutationFn: send,
    onMutate: async (change) => {
      // An answer on its way would show the state before this command; what has nothing to show yet is awaited all the same.
      await client.cancelQueries({ queryKey: transactionKeys.all, predicate: (query) => query.state.data !== undefined })
      applyChange(client, change)
    },
    onSuccess: (answer, change) => {
      const shown = change.after && findCached(client, change.after.id)
      // A later command may already show more than this answer knows.
      if (answer && (!shown || shown.version <= answer.version)) applyChange(client, { before: change.after, after: answer })
      onDone?.(change)
    },
    onError: async (failure, change) => {
      applyChange(client, { before: change.after, after: change.before })
      onFailed(failure, change)
      await learn(client, failure, change)
    },
    onSettled: async () => {
      // While another command is on its way the totals would come back without it.
      if (client.isMutating({ mutationKey: transactionKeys.all }) > 1) return
      await client.invalidateQueries({ queryKey: transactionKeys.all, predicate: (query) => !isLongList(query.queryKey) })
    },
  })
}

/** Many pages are not read again for one row, which has been put in its place. */
function isLongList([, kind, query]: QueryKey): boolean {
  return kind === 'list' && (query as TransactionQuery).limit === undefined
}

/** A refusal may mean that the server knows better: takes over what is true there. */
async function learn(client: QueryClient, failure: unknown, { before }: Change): Promise<void> {
  if (!before || !(failure instanceof ApiError)) return
  if (failure.status === 404) return applyChange(client, { before, after: null })
  if (failure.status !== 412 && failure.status !== 409) return
  const now = await readTransaction(before.id).catch(() => null)
  if (now) applyChange(client, { before, after: now })
}
