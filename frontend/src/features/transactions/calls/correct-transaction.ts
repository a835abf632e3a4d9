import type { Transaction, TransactionAnswer, TransactionChangesBody } from '@prumo/shared/transactions'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import type { Change } from '../cache/change'
import { corrected, correctionOf, type TransactionDraft } from '../form/transaction-draft'
import { useCommand } from '../command/use-command'
import { sheetAddress } from '../sheet/sheet-address'

type Correction = Change & { before: Transaction; after: Transaction; body: TransactionChangesBody; draft: TransactionDraft }

/** `PUT /transactions/{id}` with what was edited. */
export function useCorrectTransaction() {
  const fail = useFailureToast()
  const { mutate } = useCommand<Correction>({
    send: async ({ before, body }) =>
      (await write<TransactionAnswer>({ method: 'PUT', path: `/transactions/${before.id}`, body, version: before.version })).transaction,
    onDone: () => showToast({ text: 'Alteração salva' }),
    onFailed: (failure, { before, draft }) => fail(failure, `A alteração de ${before.description} não foi salva.`, { address: sheetAddress(before.id), draft }),
  })
  return (before: Transaction, draft: TransactionDraft) => {
    const body = correctionOf(before, draft)
    if (Object.keys(body).length > 0) mutate({ before, after: corrected(before, draft, new Date().toISOString()), body, draft })
  }
}
