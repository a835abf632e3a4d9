import type { Transaction, TransactionAnswer, TransactionChangesBody } from '@prumo/shared/transactions'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import type { Change } from '../cache/change'
import { useCommand } from '../command/use-command'
import { sheetAddress } from '../sheet/sheet-address'

type Answer = Change & { before: Transaction; after: Transaction; flags: TransactionChangesBody }

/** `PUT /transactions/{id}` with whether a scheduled amount was received. */
export function useConfirmTransaction() {
  const fail = useFailureToast()
  const { mutate } = useCommand<Answer>({
    send: async ({ before, flags }) =>
      (await write<TransactionAnswer>({ method: 'PUT', path: `/transactions/${before.id}`, body: flags, version: before.version })).transaction,
    onFailed: (failure, { before }) => fail(failure, `A resposta sobre ${before.description} não foi salva.`, { address: sheetAddress(before.id) }),
  })

  function answer(before: Transaction, flags: { isConfirmed: boolean; isReceived: boolean }): Transaction {
    const after = { ...before, ...flags, updatedAt: new Date().toISOString(), version: before.version + 1 }
    mutate({ before, after, flags })
    return after
  }

  return (transaction: Transaction, isReceived: boolean) => {
    const after = answer(transaction, { isConfirmed: true, isReceived })
    showToast({
      text: `${transaction.description}: ${isReceived ? 'recebido' : 'não recebido'}`,
      action: { label: 'Desfazer', run: () => answer(after, { isConfirmed: false, isReceived: false }) },
    })
  }
}
