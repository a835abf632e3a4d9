import type { Query } from '@tanstack/react-query'
import { ALWAYS_ASKED_AGAIN } from './emergency-fund'

/** Workers normally take less than two seconds. */
const ASKED_AGAIN_MS = 1000

/** For what workers compute: an answer that lags behind the account is asked for again until it does not. */
export const COMPUTED = {
  ...ALWAYS_ASKED_AGAIN,
  refetchInterval: ({ state }: { state: Pick<Query<{ stale: boolean }>['state'], 'data'> }) => (state.data?.stale ? ASKED_AGAIN_MS : false),
}
