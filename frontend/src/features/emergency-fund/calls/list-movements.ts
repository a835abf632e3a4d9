import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { FundMovement, MovementPage } from '@prumo/shared/emergency-fund'
import { get } from '../../../lib/api'
import { emergencyFund } from './emergency-fund'

const PAGE = 20

const movementsKey = [emergencyFund.name, 'movements'] as const

type Pages = InfiniteData<MovementPage, string | null>

/** `GET /emergency-fund/movements`, page after page, newest first. */
export function useMovements() {
  return useInfiniteQuery({
    queryKey: movementsKey,
    queryFn: ({ pageParam, signal }) => get<MovementPage>('/emergency-fund/movements', { limit: PAGE, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap(({ movements }) => movements),
  })
}

/** Puts a movement on top before the server has answered; what it answers takes the place of all of them. */
export function showMovement(client: QueryClient, movement: FundMovement): void {
  change(client, ([first, ...rest]) => (first ? [{ ...first, movements: [movement, ...first.movements] }, ...rest] : []))
}

/** Takes it away again. */
export function hideMovement(client: QueryClient, { id }: Pick<FundMovement, 'id'>): void {
  change(client, (pages) => pages.map((page) => ({ ...page, movements: page.movements.filter((movement) => movement.id !== id) })))
}

function change(client: QueryClient, changed: (pages: MovementPage[]) => MovementPage[]): void {
  client.setQueryData<Pages>(movementsKey, (data) => data && { ...data, pages: changed(data.pages) })
}
