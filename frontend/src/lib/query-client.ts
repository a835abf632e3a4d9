import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api'
import { onSessionEnd } from './session'

const MAX_RETRIES = 2

/** Server state lives here and nowhere else. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, failure) => failures < MAX_RETRIES && isPassing(failure),
    },
    // A write repeats itself, under its own key.
    mutations: { retry: false },
  },
})

/** A refusal will be the same next time; a lost connection or a tired server may not. */
function isPassing(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === 'NETWORK' || failure.status >= 500)
}

onSessionEnd(() => {
  void queryClient.cancelQueries()
  queryClient.clear()
})
