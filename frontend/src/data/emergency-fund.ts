import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { EmergencyFund, EmergencyFundOrNone, FundMovement, MovementPage } from '@prumo/shared/emergency-fund'
import { useAccount, useQueue } from './account'
import { isUnsent } from './sync/queue'
import type { QueuedCommand } from './sync/command'
import { isBehind, needsApplying, mapAnswer, NO_POSITION, oldestAnswer, applyToEntity, type PositionedAnswer } from './sync/optimistic'
import { ALWAYS_STALE } from './fund-analysis'
import { usePaging, type Paging } from './paging'
import { fundRequest, movementsRequest } from './api-requests'
import { toQueryResult, useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** `GET /emergency-fund`; null before it is first configured or funded. */
export const fundQuery: QueryDefinition<EmergencyFund | null> = {
  key: ['emergency-fund', 'one'],
  fetch: async (account, signal) => {
    return mapAnswer(await account.read<EmergencyFundOrNone>(...fundRequest, signal), ({ emergencyFund }) => emergencyFund)
  },
  isPersisted: true,
  staleTime: ALWAYS_STALE,
}

/**
 * The fund with this device's commands applied; null if there is none. `isTargetBehind`: commands on transactions may still change
 * its target.
 */
export function useFund(): QueryResult<EmergencyFund | null> & { isTargetBehind: boolean } {
  const reading = useOptimisticQuery(fundQuery, optimisticFund)
  const transactions = useQueue('transaction')
  return { ...reading, isTargetBehind: isBehind(transactions, ['transaction'], reading.position) }
}

function optimisticFund(fresh: PositionedAnswer<EmergencyFund | null>, queue: readonly QueuedCommand[]): EmergencyFund | null {
  return applyToEntity(fresh.data, queue, fresh)
}

export type MovementList = QueryResult<readonly FundMovement[]> & Paging

const MOVEMENTS_KEY = ['emergency-fund', 'movements'] as const

/** `GET /emergency-fund/movements`, paged, newest first, with this device's unsent ones on top. */
export function useMovements(): MovementList {
  const account = useAccount()
  const queue = useQueue('emergency-fund')
  const query = useInfiniteQuery({
    queryKey: MOVEMENTS_KEY,
    queryFn: ({ pageParam, signal }) => account.read<MovementPage>(...movementsRequest(pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => data.nextCursor,
    meta: { isPersisted: true },
  })
  const { data: pages } = query
  const movements = useMemo(() => pages && optimisticMovements(pages.pages, queue), [pages, queue])
  return { ...toQueryResult(query, movements, pages && oldestAnswer(pages.pages)), ...usePaging(query, MOVEMENTS_KEY) }
}

/** The movements, with those on top that the answer lacks; these have their command's id. */
export function optimisticMovements(
  pages: readonly PositionedAnswer<MovementPage>[],
  queue: readonly QueuedCommand[],
): readonly FundMovement[] {
  const known = pages.flatMap(({ data }) => data.movements)
  const newest = pages[0] ?? NO_POSITION
  const items = queue.filter((item) => needsApplying(newest, item))
  let fund = (items[0]?.command.base ?? null) as EmergencyFund | null
  const fresh = items.flatMap((item) => {
    const before = fund?.currentAmount ?? 0
    fund = applyToEntity(fund, [item], newest)
    const balance = fund?.currentAmount ?? 0
    const moved = balance - before
    return moved === 0 ? [] : [movementOf(item, moved, balance)]
  })
  return fresh.length === 0 ? known : [...fresh.toReversed(), ...known]
}

const movementKinds: Readonly<Record<string, FundMovement['kind']>> = { 'fund.deposit': 'deposit', 'fund.withdraw': 'withdrawal' }

function movementOf({ command }: QueuedCommand, moved: number, balance: number): FundMovement {
  const kind = movementKinds[command.name] ?? 'adjustment'
  const amount = kind === 'withdrawal' ? -moved : moved
  const { description = null } = command.args as { description?: string | null }
  return { id: command.id, kind, amount, description, balance, at: command.at }
}

/** Whether a listed movement is not on the server yet. */
export function isWaitingMovement(movement: FundMovement, queue: readonly QueuedCommand[]): boolean {
  return queue.some((item) => item.command.id === movement.id && isUnsent(item))
}
