import type { ProfileChanges, User } from '@prumo/shared/identity'
import { centavosToReais } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import type { Decider } from '../event-store/deciding/decider.js'
import type { AccountDetails, AccountEvent } from './account.events.js'

export type AccountCommand =
  | { type: 'OpenAccount'; details: AccountDetails }
  | { type: 'ChangeProfile'; changes: ProfileChanges }

export interface OpenAccount {
  status: 'open'
  id: string
  details: AccountDetails
  createdAt: string
}
export type AccountState = { status: 'none' } | OpenAccount

export const accountDecider: Decider<AccountCommand, AccountState, AccountEvent> = {
  entity: 'account',
  initial: { status: 'none' },
  exists: (state) => state.status === 'open',

  decide(command, state) {
    switch (command.type) {
      case 'OpenAccount':
        if (state.status === 'open') throw new Rejected('CONFLICT')
        return [{ type: 'AccountOpened', data: { after: command.details } }]
      case 'ChangeProfile':
        if (state.status === 'none') throw new Rejected('NOT_FOUND')
        return changeProfile(state.details, command.changes)
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AccountOpened':
        return { status: 'open', id: event.entityId, details: event.data.after, createdAt: event.recordedAt }
      case 'ProfileChanged':
        return { ...opened(state), details: event.data.after }
    }
  },
}

function opened(state: AccountState): OpenAccount {
  if (state.status === 'none') throw new Error('A profile changed before its account was opened')
  return state
}

function changeProfile(before: AccountDetails, changes: ProfileChanges): AccountEvent[] {
  const after: AccountDetails = {
    name: changes.name ?? before.name,
    email: before.email,
    businessName: changes.businessName ?? before.businessName,
    businessType: changes.businessType ?? before.businessType,
    monthlyIncome: changes.monthlyIncome ?? before.monthlyIncome,
    mainDifficulties: changes.mainDifficulties ?? before.mainDifficulties,
  }
  const changed = (Object.keys(after) as (keyof AccountDetails)[]).some((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  return changed ? [{ type: 'ProfileChanged', data: { before, after } }] : []
}

/** The person as the wire shows them, `monthlyIncome` in reais. */
export function toUser(state: AccountState): User {
  const { id, details, createdAt } = opened(state)
  const { monthlyIncome, ...rest } = details
  return { id, ...rest, monthlyIncome: centavosToReais(monthlyIncome), createdAt }
}
