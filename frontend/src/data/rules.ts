import type { Rule, RuleList } from '@prumo/shared/rules'
import { searchable } from '@prumo/shared/search'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { compareText, type QueuedCommand } from './sync/command'
import { applyToList, mapAnswer, type PositionedAnswer } from './sync/optimistic'

/** `GET /rules`: all of them. */
export const rulesQuery: QueryDefinition<readonly Rule[]> = {
  key: ['rule', 'list'],
  fetch: async (account, signal) => mapAnswer(await account.read<RuleList>('/rules', {}, signal), ({ rules }) => rules),
  isPersisted: true,
  meta: { isFrame: true },
}

/** The rules in the order in which they win, with this device's commands applied. */
export function useRules(): QueryResult<readonly Rule[]> {
  return useOptimisticQuery(rulesQuery, optimisticRules)
}

function optimisticRules(fresh: PositionedAnswer<readonly Rule[]>, queue: readonly QueuedCommand[]): readonly Rule[] {
  return [...applyToList(fresh.data, queue, fresh, compareRules)].sort(compareRules)
}

/** The longest text first, of equally long ones the newest. */
export function compareRules(one: Rule, other: Rule): number {
  return (
    searchable(other.text).length - searchable(one.text).length ||
    compareText(other.createdAt, one.createdAt) ||
    compareText(one.id, other.id)
  )
}
