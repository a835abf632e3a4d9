import type { TransactionDraft } from '../data/transaction-commands'
import { useFormAddress } from '../lib/form-address'
import { lazyPart, usePrefetch } from '../ui/lazy-part'

// Apart from the screen's own chunk: what it is made of is shared with forms, and would come with every screen.
const ImportPage = lazyPart(() => import('../features/import/import-page'), { what: 'a importação' })
const TransactionSheet = lazyPart(() => import('../features/transactions/transaction-sheet'), { what: 'o formulário' })

/** The screen of import, with the form of transactions for a line that has to be recorded by hand. */
export function Component() {
  return <ImportPage byHand={<ByHand />} />
}

function ByHand() {
  const { form, close } = useFormAddress<TransactionDraft>()
  usePrefetch(TransactionSheet)
  return (
    <TransactionSheet
      isWanted={form !== null}
      onUnwanted={close}
      sheet={form}
      onClose={close}
      onRecorded={() => undefined}
      onDelete={close}
    />
  )
}
