import { useState } from 'react'
import { IconX } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { isRuleMatch } from '../../../data/rule-matches'
import { ruleTextOf } from '../../../data/rule-text'
import { useRules } from '../../../data/rules'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { lazyPart } from '../../../ui/lazy-part'
import type { RuleFormOpening } from './rule-form-values'
import styles from './rule-offer.module.css'

const RuleSheet = lazyPart(() => import('./rule-sheet'), { what: 'a regra' })

/** What the form of a rule opens with for some transactions: their common text, their type and their category. */
export function ruleOpeningOf(rows: readonly Transaction[]): RuleFormOpening {
  const flows = rows.filter(({ type }) => type !== 'transfer')
  const types = new Set(flows.map(({ type }) => type))
  const categories = new Set(flows.map(({ category }) => category))
  const [type] = types
  const [category] = categories
  return {
    rule: null,
    suggested: {
      text: ruleTextOf(flows.map(({ description }) => description)),
      type: types.size === 1 && type !== 'transfer' ? (type ?? null) : null,
      ...(categories.size === 1 && category && { category }),
    },
  }
}

/**
 * The transaction for which "Usar Fornecedores sempre?" helps after a change of its category; null if it does not: no category, a
 * transfer, or a rule that says the same already. @param isSuggested whether it was imported or its category was suggested
 */
export function useRuleOffer(changed: Transaction | null, isSuggested: boolean): Transaction | null {
  const { data: rules } = useRules()
  if (!changed || !isSuggested || changed.category === null || changed.type === 'transfer' || !rules) return null
  const first = rules.find((rule) => isRuleMatch(rule, changed))
  return first?.category === changed.category ? null : changed
}

interface RuleOfferProps {
  /** The transaction whose category was changed. */
  transaction: Transaction
  onDismiss: () => void
}

/** "Usar Fornecedores sempre?" beside a row whose category was changed by hand. */
export function RuleOffer({ transaction, onDismiss }: RuleOfferProps) {
  const [opening, setOpening] = useState<RuleFormOpening | null>(null)
  return (
    <div className={styles.offer} role="status">
      <span>
        Usar <b>{transaction.category}</b> sempre?
      </span>
      <Button variant="line" size="sm" onClick={() => setOpening(ruleOpeningOf([transaction]))}>
        Sempre assim…
      </Button>
      <IconButton size="sm" label="Só desta vez" icon={<IconX size={18} stroke={1.75} aria-hidden />} onClick={onDismiss} />
      <RuleSheet
        isRequested={opening !== null}
        onDismissFailure={() => setOpening(null)}
        opening={opening}
        onClose={() => {
          setOpening(null)
          onDismiss()
        }}
      />
    </div>
  )
}
