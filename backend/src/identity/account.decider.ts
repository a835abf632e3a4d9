import type { ProfileChanges, User } from '@prumo/shared/identity'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import type { Decider } from '../event-store/decider/decider.js'
import { NotUndoable, revertDetails, refuseUndone, type Undo } from '../event-store/decider/undo.js'
import type { AccountDetails, AccountEvent } from './account.events.js'

export type AccountCommand =
  | { type: 'OpenAccount'; details: AccountDetails; terms?: string }
  | { type: 'AcceptTerms'; version: string }
  | { type: 'ChangeProfile'; changes: ProfileChanges }
  /** The person has proved to own this address by a mailed link. */
  | { type: 'ChangeEmail'; email: string }
  | { type: 'VerifyEmail'; email: string }
  | { type: 'ResetAccount'; isConfirmed: boolean }
  | Undo<AccountEvent>

export interface OpenAccount {
  status: 'open'
  id: string
  details: AccountDetails
  emailVerified: boolean
  createdAt: string
  acceptedTerms: OnWire<User>['acceptedTerms']
  /** Positions of its undone events. */
  undone: readonly number[]
}
export type AccountState = { status: 'none' } | { status: 'erased' } | OpenAccount

export const accountDecider: Decider<AccountCommand, AccountState, AccountEvent> = {
  entity: 'account',
  survivesReset: true,
  initial: { status: 'none' },
  exists: (state) => state.status === 'open',

  decide(command, state) {
    switch (command.type) {
      case 'OpenAccount':
        if (state.status !== 'none') throw new Rejected('CONFLICT')
        return [
          { type: 'AccountOpened', data: { after: command.details } },
          ...(command.terms === undefined ? [] : [acceptTerms(command.terms)]),
        ]
      case 'AcceptTerms':
        return requireOpenAccount(state).acceptedTerms?.version === command.version ? [] : [acceptTerms(command.version)]
      case 'ChangeProfile':
        return changeProfile(requireOpenAccount(state).details, command.changes)
      case 'ChangeEmail':
        return changeEmail(requireOpenAccount(state).details, command.email)
      case 'VerifyEmail':
        return verifyEmail(requireOpenAccount(state), command.email)
      case 'ResetAccount':
        requireOpenAccount(state)
        if (!command.isConfirmed) throw new Rejected('CONFIRMATION_REQUIRED')
        return [{ type: 'AccountReset', data: {} }]
      case 'Undo':
        return undo(requireOpenAccount(state), command)
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AccountOpened':
        return {
          status: 'open',
          id: event.entityId,
          details: event.data.after,
          emailVerified: false,
          createdAt: event.recordedAt,
          acceptedTerms: null,
          undone: [],
        }
      case 'ProfileChanged': {
        const { undone, ...open } = requireOpen(state)
        const { undoes } = event.meta
        return { ...open, details: event.data.after, undone: undoes === undefined ? undone : [...undone, undoes] }
      }
      case 'EmailChanged':
        return { ...requireOpen(state), details: event.data.after, emailVerified: true }
      case 'EmailVerified':
        return { ...requireOpen(state), emailVerified: true }
      case 'TermsAccepted':
        return { ...requireOpen(state), acceptedTerms: { version: event.data.version, acceptedAt: event.recordedAt } }
      case 'AccountReset':
      case 'AccountLooked':
        return state
      case 'AccountErased':
        return { status: 'erased' }
    }
  },
}

/** Erases an account. Reads no event's data, so that a damaged account can be erased too. */
export const accountEndDecider: Decider<{ type: 'EraseAccount' }, Pick<AccountState, 'status'>, AccountEvent> = {
  entity: 'account',
  survivesReset: true,
  ignoresData: true,
  initial: { status: 'none' },
  exists: ({ status }) => status === 'open',

  decide(_command, { status }) {
    if (status !== 'open') throw new Rejected('NOT_FOUND')
    return [{ type: 'AccountErased', data: {} }]
  },

  evolve(state, { type }) {
    if (type === 'AccountErased') return { status: 'erased' }
    return type === 'AccountOpened' ? { status: 'open' } : state
  },
}

/**
 * Records an operator's access to an account. Reads no event's data and requires only that the account is not erased,
 * because damaged accounts are accessed too.
 */
export const accountLookDecider: Decider<
  { type: 'LookAtAccount'; command: string; reason: string },
  Pick<AccountState, 'status'>,
  AccountEvent
> = {
  ...accountEndDecider,
  initial: { status: 'open' },
  decide({ command, reason }, { status }) {
    if (status !== 'open') throw new Rejected('NOT_FOUND')
    return [{ type: 'AccountLooked', data: { command, reason } }]
  },
}

function acceptTerms(version: string): AccountEvent {
  return { type: 'TermsAccepted', data: { version } }
}

/** Throws NOT_FOUND for a missing or erased account. */
function requireOpenAccount(state: AccountState): OpenAccount {
  if (state.status !== 'open') throw new Rejected('NOT_FOUND')
  return state
}

function requireOpen(state: AccountState): OpenAccount {
  if (state.status !== 'open') throw new Error('Something changed of an account that is not open')
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
  const changed = (Object.keys(after) as (keyof AccountDetails)[]).some(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return changed ? [{ type: 'ProfileChanged', data: { before, after } }] : []
}

/** No event if the account has the address already: a link may be followed twice at once. */
function changeEmail(before: AccountDetails, email: string): AccountEvent[] {
  return email === before.email ? [] : [{ type: 'EmailChanged', data: { before, after: { ...before, email } } }]
}

/** Throws CONFLICT if the account has another address by now. */
function verifyEmail({ details, emailVerified }: OpenAccount, email: string): AccountEvent[] {
  if (email !== details.email) throw new Rejected('CONFLICT')
  return emailVerified ? [] : [{ type: 'EmailVerified', data: { email } }]
}

function undo({ details: before, undone }: OpenAccount, { entry, position }: Undo<AccountEvent>): AccountEvent[] {
  if (entry.type !== 'ProfileChanged') throw new NotUndoable('never')
  refuseUndone(undone, position)
  return [{ type: 'ProfileChanged', data: { before, after: revertDetails(before, entry.data) } }]
}

/** The person in the shape of the API, `monthlyIncome` in reais. */
export function toUser(state: AccountState): OnWire<User> {
  const { id, details, emailVerified, createdAt, acceptedTerms } = requireOpen(state)
  const { monthlyIncome, ...rest } = details
  return { id, ...rest, emailVerified, monthlyIncome: centavosToReais(monthlyIncome), createdAt, acceptedTerms }
}
