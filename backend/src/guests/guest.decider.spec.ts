import { guestTexts } from '@prumo/shared/guest-texts'
import { given } from '../../test/test-given.js'
import { guestDecider, toGrant } from './guest.decider.js'
import type { GuestDetails, GuestEvent } from './guest.events.js'

const details: GuestDetails = { name: 'Ana Ribeiro', email: 'ana@exemplo.com', until: '2026-12-31' }
const named = { name: details.name }
const invited: GuestEvent = { type: 'GuestInvited', data: { after: details } }
const entered = (entries: number): GuestEvent => ({ type: 'GuestEntered', data: { before: named, after: named, entries } })
const ended: GuestEvent = { type: 'GuestAccessEnded', data: { before: named } }
const expired: GuestEvent = { type: 'GuestAccessExpired', data: { before: named } }
const today = '2026-11-27'
const invite = { type: 'InviteGuest', details, today, others: 0, ownEmail: 'marina@exemplo.com' } as const

describe('an invitation', () => {
  it('gives access', () => {
    given(guestDecider).when(invite).then(invited)
  })

  it('may be for today, and may have no end', () => {
    for (const until of [today, null]) {
      const own = { ...details, until }
      given(guestDecider)
        .when({ ...invite, details: own })
        .then({ type: 'GuestInvited', data: { after: own } })
    }
  })

  it('is refused for a past day', () => {
    const past = { ...invite, details: { ...details, until: '2026-11-26' } }
    given(guestDecider).when(past).thenRejected('VALIDATION', guestTexts.untilPast)
  })

  it('is refused for the own e-mail', () => {
    given(guestDecider)
      .when({ ...invite, ownEmail: details.email })
      .thenRejected('VALIDATION', guestTexts.ownEmail)
  })

  it('is refused beyond five others', () => {
    given(guestDecider)
      .when({ ...invite, others: 4 })
      .then(invited)
    given(guestDecider)
      .when({ ...invite, others: 5 })
      .thenRejected('QUOTA_EXCEEDED', guestTexts.tooMany)
  })

  it('is refused with an id that is used, also by one that has ended', () => {
    given(guestDecider, invited).when(invite).thenRejected('CONFLICT')
    given(guestDecider, invited, ended).when(invite).thenRejected('CONFLICT')
  })
})

describe('an entry', () => {
  it('is counted', () => {
    given(guestDecider, invited).when({ type: 'EnterAsGuest', today }).then(entered(1))
    given(guestDecider, invited, entered(1)).when({ type: 'EnterAsGuest', today }).then(entered(2))
  })

  it('is allowed on the last day, and not after it', () => {
    given(guestDecider, invited).when({ type: 'EnterAsGuest', today: '2026-12-31' }).then(entered(1))
    given(guestDecider, invited).when({ type: 'EnterAsGuest', today: '2027-01-01' }).thenRejected('NOT_FOUND')
  })

  it('is refused without an access, and after its end', () => {
    given(guestDecider).when({ type: 'EnterAsGuest', today }).thenRejected('NOT_FOUND')
    for (const end of [ended, expired]) given(guestDecider, invited, end).when({ type: 'EnterAsGuest', today }).thenRejected('NOT_FOUND')
  })
})

describe('the end of an access', () => {
  it('is recorded once', () => {
    given(guestDecider, invited).when({ type: 'EndAccess' }).then(ended)
    given(guestDecider, invited, ended).when({ type: 'EndAccess' }).thenRejected('NOT_FOUND')
    given(guestDecider).when({ type: 'EndAccess' }).thenRejected('NOT_FOUND')
  })

  it('comes by itself after the last day alone', () => {
    given(guestDecider, invited).when({ type: 'ExpireAccess', today: '2026-12-31' }).thenNothing()
    given(guestDecider, invited).when({ type: 'ExpireAccess', today: '2027-01-01' }).then(expired)
    given(guestDecider, invited, ended).when({ type: 'ExpireAccess', today: '2027-01-01' }).thenNothing()
    const open: GuestEvent = { type: 'GuestInvited', data: { after: { ...details, until: null } } }
    given(guestDecider, open).when({ type: 'ExpireAccess', today: '2099-01-01' }).thenNothing()
  })
})

it('is shown with its entries and the latest of them', () => {
  expect(toGrant(given(guestDecider, invited, entered(1), entered(2)).state)).toMatchObject({
    ...details,
    createdAt: '2026-01-01T12:00:00.000Z',
    lastEnteredAt: '2026-01-01T12:02:00.000Z',
    entries: 2,
  })
})
