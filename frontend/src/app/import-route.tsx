import type { TransactionDraft } from '../data/transaction-commands'
import { useFormAddress } from '../lib/form-address'
import { lazyPart, usePrefetch } from '../ui/lazy-part'

// A chunk apart from the route's own: forms share its parts, so it would load with every screen.
const ImportPage = lazyPart(() => import('../features/import/import-page'), { what: 'a importação' })
const TransactionSheet = lazyPart(() => import('../features/transactions/transaction-sheet'), { what: 'o formulário' })

/** The import screen, with the transaction form for lines that have to be recorded by hand. */
export function Component() {
  return <ImportPage byHand={<ByHand />} />
}

function ByHand() {
  const { form, close } = useFormAddress<TransactionDraft>()
  usePrefetch(TransactionSheet)
  return (
    <TransactionSheet
      isRequested={form !== null}
      onDismissFailure={close}
      sheet={form}
      onClose={close}
      onRecorded={() => undefined}
      onDelete={close}
    />
  )
}
