import { useMemo } from 'react'
import type { Suggestion } from '@prumo/shared/suggestions'
import { descriptionKey, useDescriptions } from '../../data/descriptions'
import type { RuleDraft } from '../../data/rule-commands'
import { isRuleMatch } from '../../data/rule-matches'
import { ruleTextOf } from '../../data/rule-text'
import { useRules } from '../../data/rules'
import { useEntryReader } from '../../data/use-entry-reader'
import { suggestionOrigin } from '../../lib/suggestion-origin'
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
    const days = new Map(descriptions?.map((each) => [descriptionKey(each), each.lastDate]))
    return {
      originOf: (line: ReviewLine) => originText(line, days.get(descriptionKey(line))),
      hasRule: (line: ReviewLine) => rules?.find((rule) => isRuleMatch(rule, line))?.category === line.category,
    }
  }, [rules, descriptions])
  return { suggestions, ...about }
}

function originText(line: ReviewLine, lastDate: string | undefined): string | null {
  if (line.state === 'expected') return 'da prevista'
  if (!line.isTicked || !canBeCategorized(line) || line.category === null) return null
  const { categoryOrigin: origin } = line
  return origin === null || origin === 'hand' ? null : suggestionOrigin(origin, lastDate)
}

/** The rule that a line and its category suggest. */
export function ruleOf({ description, type, category }: ReviewLine): RuleDraft {
  return { text: ruleTextOf([description]), type, category: category ?? '', description: null }
}
