import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { useUser } from '../../../lib/session'
import { newId, write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import type { Change } from '../cache/change'
import { recorded, recordingOf, type TransactionDraft } from '../form/transaction-draft'
import { useCommand } from '../command/use-command'
import { sheetAddress } from '../sheet/sheet-address'

type Recording = Change & { after: Transaction; draft: TransactionDraft }

/** `POST /transactions` */
export function useRecordTransaction() {
  const user = useUser()
  const fail = useFailureToast()
  const { mutate } = useCommand<Recording>({
    send: async ({ after }) => (await write<TransactionAnswer>({ method: 'POST', path: '/transactions', body: recordingOf(after) })).transaction,
    onDone: () => showToast({ text: 'Transação lançada' }),
    onFailed: (failure, { after, draft }) => fail(failure, `${after.description} não foi salva.`, { address: sheetAddress(), draft }),
  })
  return (draft: TransactionDraft) => mutate({ before: null, after: recorded(draft, newId(), user.id, new Date().toISOString()), draft })
}
