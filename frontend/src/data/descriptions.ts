import { alike } from '@prumo/shared/search'
import type { Transaction, UsedDescription, UsedDescriptions } from '@prumo/shared/transactions'
import { descriptionsRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { compareText, type QueuedCommand } from './sync/command'
import { mapAnswer, unappliedChanges, type PositionedAnswer } from './sync/optimistic'

/** `GET /transactions/descriptions`: what the person called things, most used first. */
export const descriptionsQuery: QueryDefinition<readonly UsedDescription[]> = {
  key: ['transaction', 'descriptions'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<UsedDescriptions>(...descriptionsRequest, signal), ({ descriptions }) => descriptions),
  isPersisted: true,
  // Shown nowhere as a figure of today.
  meta: { isFrame: true },
}

/** The descriptions with this device's commands applied. One request, whatever is typed. */
export function useDescriptions(): QueryResult<readonly UsedDescription[]> {
  return useOptimisticQuery(descriptionsQuery, optimisticDescriptions)
}

export function optimisticDescriptions(
  fresh: PositionedAnswer<readonly UsedDescription[]>,
  queue: readonly QueuedCommand[],
): readonly UsedDescription[] {
  const changes = unappliedChanges<Transaction>(queue, fresh)
  if (changes.length === 0) return fresh.data
  const groups = new Map(fresh.data.map((each) => [descriptionKey(each), each]))
  for (const { before, after } of changes) {
    if (before && before.type !== 'transfer') count(groups, before, -1)
    if (after && after.type !== 'transfer') count(groups, after, 1)
  }
  return [...groups.values()].filter((each) => each.count > 0).sort(compareDescriptions)
}

/** Counts a transaction in or out of its group; a counted one that is the latest gives the group its values. */
function count(groups: Map<string, UsedDescription>, transaction: Transaction, times: 1 | -1): void {
  const key = descriptionKey(transaction)
  const group = groups.get(key)
  const total = (group?.count ?? 0) + times
  const isLatest = times === 1 && (!group || group.count === 0 || transaction.date >= group.lastDate)
  if (isLatest) groups.set(key, { ...describeUse(transaction), count: total })
  else if (group) groups.set(key, { ...group, count: total })
}

function describeUse({ description, type, category, amount, walletId, date }: Transaction): Omit<UsedDescription, 'count'> {
  return { description, type: type === 'income' ? 'income' : 'expense', category, amount, walletId, lastDate: date }
}

/** The same for descriptions that are alike and of one type. */
export function descriptionKey({ type, description }: Pick<Transaction, 'type' | 'description'>): string {
  return `${type} ${alike(description)}`
}

/** In the server's order. */
function compareDescriptions(one: UsedDescription, other: UsedDescription): number {
  return other.count - one.count || compareText(other.lastDate, one.lastDate) || compareText(one.description, other.description)
}
