import { useCallback } from 'react'
import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { write } from '../../../lib/write'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import type { Change } from '../cache/change'
import { useCommand } from '../command/use-command'

type Restoration = Change & { before: null; after: Transaction }

/** `POST /transactions/{id}/restore` */
export function useRestoreTransaction() {
  const fail = useFailureToast()
  const { mutate } = useCommand<Restoration>({
    send: async ({ after }) => (await write<TransactionAnswer>({ method: 'POST', path: `/transactions/${after.id}/restore` })).transaction,
    onFailed: (failure, { after }) => fail(failure, `${after.description} não voltou.`),
  })
  return useCallback((deleted: Transaction) => mutate({ before: null, after: deleted }), [mutate])
}
