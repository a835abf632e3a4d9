import { useMemo } from 'react'
import { alike } from '@prumo/shared/search'
import type { Suggestion } from '@prumo/shared/suggestions'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { useDescriptions } from '../../data/descriptions'
import type { RuleDraft } from '../../data/rule-commands'
import { isRuleMatch } from '../../data/rule-matches'
import { ruleTextOf } from '../../data/rule-text'
import { useRules } from '../../data/rules'
import { useEntryReader } from '../../data/use-entry-reader'
import type { NamedLine } from './parsed-statement'
import { canBeCategorized, typeOf, type ReviewLine } from './statement-review'

interface StatementSuggestions {
  /** For each line; null until the code is loaded. */
  suggestions: readonly (Suggestion | null)[] | null
  originOf: (line: ReviewLine) => string | null
  /** Whether the rule that wins for a line gives it the category that it has. */
  hasRule: (line: ReviewLine) => boolean
}

/**
 * What this device knows of the categories of a statement's lines, without a request for each.
 * @param lines to suggest categories for; null if the server has suggested them
 */
export function useSuggestions(lines: readonly NamedLine[] | null): StatementSuggestions {
  const reader = useEntryReader()
  const { data: rules } = useRules()
  const { data: descriptions } = useDescriptions()
  const suggest = reader?.suggestFor
  const suggestions = useMemo(
    () => (suggest && lines ? lines.map((line) => suggest({ ...line, type: typeOf(line.centavos) })) : null),
    [suggest, lines],
  )
  const about = useMemo(() => {
    const days = new Map(descriptions?.map(({ type, description, lastDate }) => [groupOf(type, description), lastDate]))
    return {
      originOf: (line: ReviewLine) => originText(line, days.get(groupOf(line.type, line.description))),
      hasRule: (line: ReviewLine) => rules?.find((rule) => isRuleMatch(rule, line))?.category === line.category,
    }
  }, [rules, descriptions])
  return { suggestions, ...about }
}

function groupOf(type: FlowType, description: string): string {
  return `${type} ${alike(description)}`
}

function originText(line: ReviewLine, lastDate: string | undefined): string | null {
  if (line.state === 'expected') return 'da prevista'
  if (!line.isTicked || !canBeCategorized(line) || line.category === null) return null
  switch (line.categoryOrigin) {
    case 'rule':
      return 'sua regra'
    case 'past':
      return lastDate ? `como em ${lastDate.slice(8, 10)}/${lastDate.slice(5, 7)}` : 'como da última vez'
    case 'dictionary':
      return 'sugerida'
    default:
      return null
  }
}

/** The rule that a line and its category suggest. */
export function ruleOf({ description, type, category }: ReviewLine): RuleDraft {
  return { text: ruleTextOf([description]), type, category: category ?? '', description: null }
}
