import type { BalanceOrNone } from '@prumo/shared/balance'
import type { Balance } from './balance-commands'
import type { QueuedCommand } from './sync/command'
import { mapAnswer, applyToEntity, type PositionedAnswer } from './sync/optimistic'
import { balanceRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

const balanceQuery: QueryDefinition<Balance | null> = {
  key: ['balance', 'one'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<BalanceOrNone>(...balanceRequest, signal), ({ balance }) => balance && { id: account.id, ...balance }),
  isPersisted: true,
}

/** `GET /balance`: the balance stated last, with this device's commands applied; null if none was stated. */
export function useBalance(): QueryResult<Balance | null> {
  return useOptimisticQuery(balanceQuery, optimisticBalance)
}

function optimisticBalance(fresh: PositionedAnswer<Balance | null>, queue: readonly QueuedCommand[]): Balance | null {
  return applyToEntity(fresh.data, queue, fresh)
}
