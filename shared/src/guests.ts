import { z } from 'zod'
import { calendarDate, id, text } from './fields.js'
import { guestTexts } from './guest-texts.js'
import { email } from './identity.js'
import { MAX_NAME } from './limits.js'

/** The contract of `/access` and `/guest`: people who look into an account by the grant of its owner. */

export const newGrant = z.strictObject({
  id: id.optional(),
  name: text({ max: MAX_NAME, missing: guestTexts.nameMissing }),
  email,
  until: calendarDate.nullish().transform((value) => value ?? null),
})
/** An invitation; `until` is its last day in São Paulo, null for one without an end. */
export type NewGrant = z.output<typeof newGrant>

export const grant = z.strictObject({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  until: z.iso.date().nullable().meta({ description: 'The last day in São Paulo; null for one without an end' }),
  createdAt: z.iso.datetime(),
  lastEnteredAt: z.iso.datetime().nullable(),
  entries: z.int().nonnegative().meta({ description: 'How often the guest entered' }),
})
/** A grant that has not ended. */
export type Grant = z.output<typeof grant>
export const grantAnswer = z.strictObject({ grant })
export type GrantAnswer = z.output<typeof grantAnswer>
export const grantList = z.strictObject({ grants: z.array(grant) })
export type GrantList = z.output<typeof grantList>

const linkError = { error: guestTexts.linkInvalid }

export const guestToken = z.strictObject({ token: z.string(linkError).min(1, linkError).max(500, linkError) })
/** The token of a mailed link. */
export type GuestToken = z.output<typeof guestToken>

export const guestLinkRequest = z.strictObject({ email })
export type GuestLinkRequest = z.output<typeof guestLinkRequest>

export const invitation = z.strictObject({
  owner: z.strictObject({ name: z.string(), businessName: z.string() }),
  name: z.string(),
  until: z.iso.date().nullable(),
})
/** What a link leads to, before its holder enters. */
export type Invitation = z.output<typeof invitation>

export const guestUser = z.strictObject({
  name: z.string().meta({ description: 'As the owner of the account wrote it' }),
  role: z.literal('guest'),
  businessName: z.string().meta({ description: 'Whose accounts the guest sees' }),
})
/** A guest. */
export type GuestUser = z.output<typeof guestUser>

export const openGrant = z.strictObject({ id: z.guid(), businessName: z.string() })
/** One of the businesses that a guest may look into. */
export type OpenGrant = z.output<typeof openGrant>

export const guestEntry = z.strictObject({ token: z.string(), user: guestUser, grants: z.array(openGrant) })
/** A session of a guest, and the businesses that it may be switched to. */
export type GuestEntry = z.output<typeof guestEntry>

export const guestVisit = z.strictObject({
  grantId: z.guid(),
  ownerName: z.string(),
  until: z.iso.date().nullable(),
  endsAt: z.iso.datetime().meta({ description: 'When the session ends' }),
  grants: z.array(openGrant),
})
/** What a guest's screens say of the session. */
export type GuestVisit = z.output<typeof guestVisit>

export const guestAnswer = z.strictObject({ user: guestUser, visit: guestVisit })
/** The answer of `/auth/verify` to a guest. */
export type GuestAnswer = z.output<typeof guestAnswer>

export const grantChoice = z.strictObject({ grantId: z.guid({ error: guestTexts.unknownGrant }).transform((value) => value.toLowerCase()) })
/** The business that a guest wants to see. */
export type GrantChoice = z.output<typeof grantChoice>
