import type { CalendarDate } from '@prumo/shared/calendar'
import { guestTexts } from '@prumo/shared/guest-texts'
import type { Grant } from '@prumo/shared/guests'
import { MAX_GRANTS } from '@prumo/shared/limits'
import { Rejected } from '@prumo/shared/rejections'
import { refuseBeyondQuota, type Decider } from '../event-store/decider/decider.js'
import type { GuestDetails, GuestEvent } from './guest.events.js'

/** What an invitation depends on, as of the head that it is decided on. */
export interface GrantFacts {
  /** The account's other grants that have not ended. */
  others: number
  /** The e-mail of the account's own user. */
  ownEmail: string
}

export type GuestCommand =
  | ({ type: 'InviteGuest'; details: GuestDetails; today: CalendarDate } & Partial<GrantFacts>)
  | { type: 'EnterAsGuest'; today: CalendarDate }
  | { type: 'EndAccess' }
  | { type: 'ExpireAccess'; today: CalendarDate }

interface ExistingGrant {
  status: 'open' | 'ended'
  id: string
  details: GuestDetails
  createdAt: string
  lastEnteredAt: string | null
  entries: number
}
export type GuestState = { status: 'none' } | ExistingGrant

const quota = { max: MAX_GRANTS, text: guestTexts.tooMany }

export const guestDecider: Decider<GuestCommand, GuestState, GuestEvent> = {
  entity: 'guest',
  survivesReset: true,
  initial: { status: 'none' },
  exists: ({ status }) => status === 'open',

  decide(command, state) {
    switch (command.type) {
      case 'InviteGuest':
        return invite(command, state)
      case 'EnterAsGuest': {
        const { details, entries } = requireOpen(state)
        if (isPast(details, command.today)) throw new Rejected('NOT_FOUND')
        const { name } = details
        return [{ type: 'GuestEntered', data: { before: { name }, after: { name }, entries: entries + 1 } }]
      }
      case 'EndAccess':
        return [{ type: 'GuestAccessEnded', data: { before: { name: requireOpen(state).details.name } } }]
      case 'ExpireAccess':
        if (state.status !== 'open' || !isPast(state.details, command.today)) return []
        return [{ type: 'GuestAccessExpired', data: { before: { name: state.details.name } } }]
    }
  },

  evolve(state, event) {
    if (event.type === 'GuestInvited') {
      const { entityId: id, recordedAt: createdAt, data } = event
      return { status: 'open', id, details: data.after, createdAt, lastEnteredAt: null, entries: 0 }
    }
    const grant = existingGrant(state)
    if (event.type === 'GuestEntered') return { ...grant, lastEnteredAt: event.recordedAt, entries: event.data.entries }
    return { ...grant, status: 'ended' }
  },
}

function invite({ details, today, others, ownEmail }: Extract<GuestCommand, { type: 'InviteGuest' }>, state: GuestState): GuestEvent[] {
  if (state.status !== 'none') throw new Rejected('CONFLICT')
  if (details.email === ownEmail) throw new Rejected('VALIDATION', guestTexts.ownEmail, { email: [guestTexts.ownEmail] })
  if (isPast(details, today)) throw new Rejected('VALIDATION', guestTexts.untilPast, { until: [guestTexts.untilPast] })
  refuseBeyondQuota(quota, others)
  return [{ type: 'GuestInvited', data: { after: details } }]
}

function isPast({ until }: GuestDetails, today: CalendarDate): boolean {
  return until !== null && until < today
}

/** Throws NOT_FOUND for a grant that has ended or never was. */
function requireOpen(state: GuestState): ExistingGrant {
  if (state.status !== 'open') throw new Rejected('NOT_FOUND')
  return state
}

function existingGrant(state: GuestState): ExistingGrant {
  if (state.status === 'none') throw new Error('An event changes a grant that was never made')
  return state
}

/** A grant in the shape of the API. */
export function toGrant(state: GuestState): Grant {
  const { id, details, createdAt, lastEnteredAt, entries } = existingGrant(state)
  return { id, ...details, createdAt, lastEnteredAt, entries }
}
