import { useMemo } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { lazyPart } from '../../ui/lazy-part'
import { RuleOffer, ruleOpeningOf, useRuleOffer } from './categories/rule-offer'

const RuleSheet = lazyPart(() => import('./categories/rule-sheet'), { what: 'a regra' })

interface FiledNoticeProps {
  /** The transaction whose category was changed in its row; null for none. */
  filed: Transaction | null
  onDismiss: () => void
}

/** Offers a rule after the category of an imported transaction was changed in its row. */
export function FiledNotice({ filed, onDismiss }: FiledNoticeProps) {
  // What was typed by hand has the category that the person chose for it; what came from a statement comes again.
  const offered = useRuleOffer(filed, filed?.importId != null)
  return offered && <RuleOffer key={offered.id} transaction={offered} onDismiss={onDismiss} />
}

/** The form of a rule that gives others like a transaction the same category. */
export function RowRule({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const opening = useMemo(() => ruleOpeningOf([transaction]), [transaction])
  return <RuleSheet isRequested onDismissFailure={onClose} opening={opening} onClose={onClose} />
}
