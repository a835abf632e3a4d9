import { z } from 'zod'
import { refusals } from './fields.js'
import { rejections } from './rejections.js'
import { reminderTexts } from './reminder-rules.js'

/** The contract of `/reminders`, `/push/key` and `/calendars`. */

const onOrOff = z.boolean({ error: reminderTexts.settingMissing })
const hourRange = { error: reminderTexts.hourMissing }
const hour = z.int(hourRange).min(0, hourRange).max(23, hourRange)

/** All settings, as events and copies of an account have them. */
export const reminderSettings = z.strictObject({ email: z.boolean(), push: z.boolean(), hour, withAmounts: z.boolean() })

export const reminderChanges = z.strictObject({
  email: onOrOff.optional(),
  push: onOrOff.optional(),
  hour: hour.optional(),
  withAmounts: onOrOff.optional(),
})
/** The settings to change. */
export type ReminderChanges = z.output<typeof reminderChanges>

export const reminderDevice = z.strictObject({
  id: z.guid(),
  device: z.string().meta({ description: 'Such as Chrome no Android' }),
  lastDeliveredAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable().meta({ description: 'When a delivery failed; null again after the next one that did not' }),
})
/** A device that receives notifications. */
export type ReminderDevice = z.output<typeof reminderDevice>
export const reminderDeviceAnswer = z.strictObject({ device: reminderDevice })
export type ReminderDeviceAnswer = z.output<typeof reminderDeviceAnswer>

export const reminders = z.strictObject({
  ...reminderSettings.shape,
  devices: z.array(reminderDevice),
  calendarCreatedAt: z.iso.datetime().nullable().meta({ description: 'When the calendar address was made; null without one' }),
})
export type Reminders = z.output<typeof reminders>
export const remindersAnswer = z.strictObject({ reminders })
export type RemindersAnswer = z.output<typeof remindersAnswer>

const subscriptionError = { error: reminderTexts.subscriptionInvalid }
const endpoint = z
  .string(subscriptionError)
  .max(1_000, subscriptionError)
  .refine((address) => /^https?:\/\/[\x21-\x7e]+$/.test(address) && URL.canParse(address), subscriptionError)
  .meta({ minLength: 10, maxLength: 1_000 })
/** @param length characters in base64url without padding, which is dropped */
const key = (length: number) =>
  z
    .string(subscriptionError)
    .regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), subscriptionError)
    .transform((value) => value.replace(/=+$/, ''))

export const newReminderDevice = z.strictObject({
  endpoint,
  keys: z.strictObject({ p256dh: key(87), auth: key(22) }, subscriptionError),
})
/** A browser's push subscription, in the form of `PushSubscription.toJSON()` without `expirationTime`. */
export type NewReminderDevice = z.output<typeof newReminderDevice>

export const calendarAddress = z.strictObject({ calendarUrl: z.url() })
/** The secret address of the calendar, shown this once. */
export type CalendarAddress = z.output<typeof calendarAddress>

/** Characters of the secret in a calendar's address. */
const CALENDAR_SECRET = 64

/** The path of a calendar, `/{secret}.ics`. */
export const calendarPath = z.strictObject({
  file: z
    .string()
    .regex(new RegExp(`^[\\w-]{${CALENDAR_SECRET}}\\.ics$`))
    .transform((file) => file.slice(0, CALENDAR_SECRET)),
})
export type CalendarPath = z.output<typeof calendarPath>
refusals.add(calendarPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

/** A calendar in the form of RFC 5545. */
export const calendarText = z.string().meta({ description: 'text/calendar, RFC 5545' })

/** The path of a mail's link that ends the mails, `/{token}`. */
export const unsubscribePath = z.strictObject({ token: z.string().regex(/^[\w-]{64}$/) })
export type UnsubscribePath = z.output<typeof unsubscribePath>
refusals.add(unsubscribePath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

export const pushKey = z.strictObject({
  publicKey: z.string().nullable().meta({ description: 'The applicationServerKey in base64url; null where push is off' }),
})
export type PushKey = z.output<typeof pushKey>

/** The decrypted message of a push, which a browser without the service worker shows by itself (declarative web push). */
export const pushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.object({ title: z.string(), body: z.string(), navigate: z.url(), tag: z.string(), lang: z.string() }),
})
export type PushMessage = z.output<typeof pushMessage>
