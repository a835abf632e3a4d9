import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RedirectAnswer, StatusAnswer, Subscription, SubscriptionAnswer, WaitingChange } from '@prumo/shared/subscriptions'
import { messageOf } from '../lib/api'
import { usePageNavigate } from '../lib/page-navigate'
import { useAccount, type Account } from './account'
import { NO_POSITION } from './sync/optimistic'
import { toQueryResult, type QueryResult } from './optimistic-query'

const KEY = ['subscription']

/** A subscription with its scheduled change of plan. */
export type SubscriptionWithChange = Subscription & { change: WaitingChange | null }

/** `GET /subscriptions/status`: no command changes it, so it is read without the queue. */
export function useSubscription(): QueryResult<SubscriptionWithChange> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { subscription, change } = await account.get<StatusAnswer>('/subscriptions/status', {}, signal)
      const data: SubscriptionWithChange = { ...subscription, change }
      return { ...NO_POSITION, at, data }
    },
    meta: { isPersisted: true, isFrame: true },
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/**
 * `POST /subscriptions/{subscriptionId}/cancel`: the subscription ends with the paid period. Idempotent. Waits for the server,
 * whose answer is shown afterwards; without an answer, the state is read.
 * @throws any failure; the screen only says that it failed
 */
export async function cancelSubscription(account: Account, subscriptionId: string): Promise<void> {
  try {
    const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/cancel`
    const { subscription } = await account.send<SubscriptionAnswer>({ method: 'POST', path, body: {} })
    storeSubscription(account, subscription, null)
  } catch (failure) {
    void account.client.invalidateQueries({ queryKey: KEY })
    throw failure
  }
}

/** Shows the subscription of an answer from now on. */
export function storeSubscription(account: Account, subscription: Subscription, change: WaitingChange | null): void {
  account.client.setQueryData(KEY, { ...NO_POSITION, at: Date.now(), data: { ...subscription, change } })
}

/** Opens Stripe's page for the card and open invoices: `POST /subscriptions/portal` returns its address. */
export function usePortal(): { open: () => void; isOpening: boolean; failure: string | null } {
  const account = useAccount()
  const visit = usePageNavigate()
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function open(): Promise<void> {
    setOpening(true)
    setFailure(null)
    try {
      const { url } = await account.send<RedirectAnswer>({ method: 'POST', path: '/subscriptions/portal', body: {} })
      visit(url)
    } catch (refused) {
      setFailure(messageOf(refused))
    } finally {
      setOpening(false)
    }
  }

  return { open: () => void open(), isOpening, failure }
}
