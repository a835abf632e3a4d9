import { useMemo } from 'react'
import type { RuleFormProps } from '../features/import/statement-review-screen'
import type { TransactionDraft } from '../data/transaction-commands'
import { useFormAddress } from '../lib/form-address'
import { lazyPart, usePrefetch } from '../ui/lazy-part'

// A chunk apart from the route's own: forms share its parts, so it would load with every screen.
const ImportPage = lazyPart(() => import('../features/import/import-page'), { what: 'a importação' })
const TransactionSheet = lazyPart(() => import('../features/transactions/transaction-sheet'), { what: 'o formulário' })
const RuleSheet = lazyPart(() => import('../features/transactions/categories/rule-sheet'), { what: 'a regra' })

/** The import screen, with the forms of other features: for lines that have to be recorded by hand, and for rules. */
export function Component() {
  return <ImportPage byHand={<ByHand />} RuleForm={RuleForm} />
}

function RuleForm({ suggested, onClose }: RuleFormProps) {
  const opening = useMemo(() => suggested && { rule: null, suggested }, [suggested])
  return <RuleSheet isRequested={opening !== null} onDismissFailure={onClose} opening={opening} onClose={onClose} />
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
