import { useCallback } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../../../lib/api'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import type { Change } from '../cache/change'
import { useRestoreTransaction } from './restore-transaction'
import { useCommand } from '../command/use-command'

type Deletion = Change & { before: Transaction; after: null }

/** `DELETE /transactions/{id}`, sent at once; taking it back is a command of its own. */
export function useDeleteTransaction() {
  const fail = useFailureToast()
  const restore = useRestoreTransaction()
  const { mutate } = useCommand<Deletion>({
    send: async ({ before }) => {
      try {
        await write({ method: 'DELETE', path: `/transactions/${before.id}`, version: before.version })
      } catch (failure) {
        // Already gone is what was wanted.
        if (!(failure instanceof ApiError && failure.status === 404)) throw failure
      }
      return null
    },
    onFailed: (failure, { before }) => fail(failure, `${before.description} não foi excluída.`),
  })

  return useCallback(
    (transaction: Transaction) => {
      mutate({ before: transaction, after: null })
      showToast({ text: 'Transação excluída', action: { label: 'Desfazer', run: () => restore(transaction) } })
    },
    [mutate, restore],
  )
}
