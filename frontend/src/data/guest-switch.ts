import type { GuestAnswer, GuestEntry } from '@prumo/shared/guests'
import { get } from '../lib/api'
import { toSessionUser } from '../lib/guest-user'
import { beginVisit, replaceSession } from '../lib/session'
import type { Account } from './account'

/**
 * `POST /guest/switch`: replaces this tab's session by one of another business; the former has ended then.
 * @throws failures for `refusalOf`
 */
export function switchBusiness(account: Account, grantId: string): Promise<void> {
  return replaceSession(async () => {
    const { token } = await account.send<GuestEntry>({ method: 'POST', path: '/guest/switch', body: { grantId } })
    const answer = await get<GuestAnswer>('/auth/verify', {}, undefined, token)
    beginVisit(token, toSessionUser(token, answer))
  })
}
