import type { EmergencyFund, EmergencyFundOrNone } from '@prumo/shared/emergency-fund'
import { get } from '../../../lib/api'
import type { EntityKind } from '../../../lib/entities/entity-list'

/** `GET /emergency-fund`; null before it is first configured or funded. */
export async function readFund(signal?: AbortSignal): Promise<EmergencyFund | null> {
  return (await get<EmergencyFundOrNone>('/emergency-fund', {}, signal)).emergencyFund
}

/** One an account, or none: to commands a list that never holds a second. */
export const emergencyFund: EntityKind<EmergencyFund> = {
  name: 'emergency-fund',
  read: async (_id, signal) => {
    const fund = await readFund(signal)
    if (!fund) throw new Error('There is no fund any more')
    return fund
  },
  compare: () => 0,
}

export const FUND_SCREEN = '/dashboard/emergency'

/** Whatever is spent anywhere in the account moves targets and averages: what is shown again is asked for again. */
export const ALWAYS_ASKED_AGAIN = { staleTime: 0 }
