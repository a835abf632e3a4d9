import { useQuery } from '@tanstack/react-query'
import type { TaskList } from '@prumo/shared/tasks'
import { get } from '../../../lib/api'
import { listKey } from '../../../lib/entities/entity-list'
import { tasks } from './tasks'

/** `GET /tasks`: all of them, the one list that the screen and the overview show. */
export function useTasks() {
  return useQuery({
    queryKey: listKey(tasks),
    queryFn: async ({ signal }) => (await get<TaskList>('/tasks', {}, signal)).tasks,
  })
}
