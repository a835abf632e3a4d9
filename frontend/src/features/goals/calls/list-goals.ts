import { useQuery } from '@tanstack/react-query'
import type { GoalList } from '@prumo/shared/goals'
import { get } from '../../../lib/api'
import { listKey } from '../../../lib/entities/entity-list'
import { goals } from './goals'

/** `GET /goals`: all of them, the one list that the screen, the overview and the bell show. */
export function useGoals() {
  return useQuery({
    queryKey: listKey(goals),
    queryFn: async ({ signal }) => (await get<GoalList>('/goals', {}, signal)).goals,
  })
}
