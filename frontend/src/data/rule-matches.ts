import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { codePointsOf } from '@prumo/shared/text-form'
import { MIN_RULE_TEXT } from '@prumo/shared/limits'
import { searchable } from '@prumo/shared/search'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { useAccount, useQueue, type Account } from './account'
import type { QueryResult } from './optimistic-query'
import type { PositionedAnswer } from './sync/optimistic'
import { optimisticRows } from './transactions'

/** What a rule compares: a text that descriptions contain, and the type of transactions. */
export interface RuleCriteria {
  text: string
  type: FlowType | null
}

/** The transactions that a rule matches, newest first. */
export interface RuleMatches {
  matching: readonly Transaction[]
  /** There are more than were read. */
  isCut: boolean
}

const PAGE = 500
/** The most transactions that a new rule is applied to. */
export const MAX_MATCHES = 5_000

/** `GET /transactions?search=`: what a rule would match. Disabled for a text that is too short. */
export function useRuleMatches({ text, type }: RuleCriteria): QueryResult<RuleMatches> {
  const account = useAccount()
  const queue = useQueue('transaction')
  const form = searchable(text)
  const isEnabled = codePointsOf(form) >= MIN_RULE_TEXT
  const query = useQuery({
    queryKey: ['transaction', 'rule-matches', form, type],
    queryFn: ({ signal }) => fetchMatches(account, { text: form, type }, signal),
    enabled: isEnabled,
    retry: false,
    gcTime: 60_000,
  })
  const { data: pages, isPending, isError, refetch } = query
  const data = useMemo(() => {
    if (!pages) return undefined
    const filter = { search: form, ...(type && { type }) }
    const matching = optimisticRows(pages, filter, queue).filter((each) => isRuleMatch({ text: form, type }, each))
    return { matching, isCut: pages.at(-1)?.data.nextCursor != null }
  }, [pages, queue, form, type])
  const last = pages?.at(-1)
  return {
    data,
    isPending: isPending && isEnabled,
    isFailed: isError && data === undefined,
    isOutdated: isError && data !== undefined,
    fetchedAt: last?.at ?? null,
    position: last ?? { log: '', seq: 0, included: {} },
    retry: () => void refetch(),
  }
}

/** Whether a rule applies to a transaction; transfers have no category. */
export function isRuleMatch({ text, type }: RuleCriteria, transaction: Pick<Transaction, 'description' | 'type'>): boolean {
  if (transaction.type === 'transfer' || (type !== null && transaction.type !== type)) return false
  return searchable(transaction.description).includes(searchable(text))
}

async function fetchMatches(
  account: Account,
  { text, type }: RuleCriteria,
  signal: AbortSignal,
): Promise<PositionedAnswer<TransactionPage>[]> {
  const pages: PositionedAnswer<TransactionPage>[] = []
  let cursor: string | null = null
  do {
    const page: PositionedAnswer<TransactionPage> = await account.read<TransactionPage>(
      '/transactions',
      { search: text, type: type ?? undefined, limit: PAGE, cursor: cursor ?? undefined },
      signal,
    )
    pages.push(page)
    cursor = page.data.nextCursor
  } while (cursor !== null && pages.length * PAGE < MAX_MATCHES)
  return pages
}
