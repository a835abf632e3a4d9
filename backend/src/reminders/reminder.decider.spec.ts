import { defaultReminders, reminderTexts, type ReminderSettings } from '@prumo/shared/reminder-rules'
import { given } from '../../test/test-given.js'
import { reminderDecider } from './reminder.decider.js'
import type { ReminderEvent } from './reminder.events.js'

const event = (before: ReminderSettings, after: ReminderSettings): ReminderEvent => ({ type: 'RemindersChanged', data: { before, after } })
const on = { ...defaultReminders, email: true, push: true }
const change = (changes: Partial<ReminderSettings>, emailVerified = true) => ({ type: 'ChangeReminders', changes, emailVerified }) as const

it('is off at first, at eight', () => {
  expect(given(reminderDecider).state.settings).toEqual({ email: false, push: false, hour: 8, withAmounts: false })
})

it('changes what is named, and records nothing where nothing changes', () => {
  given(reminderDecider)
    .when(change({ email: true, push: true }))
    .then(event(defaultReminders, on))
  given(reminderDecider, event(defaultReminders, on))
    .when(change({ hour: 0 }))
    .then(event(on, { ...on, hour: 0 }))
  given(reminderDecider, event(defaultReminders, on))
    .when(change({ email: true, hour: 8 }))
    .thenNothing()
  given(reminderDecider).when(change({})).thenNothing()
})

it('turns e-mail on with a confirmed address alone', () => {
  given(reminderDecider)
    .when(change({ email: true }, false))
    .thenRejected('CONFLICT', reminderTexts.emailUnconfirmed)
  given(reminderDecider)
    .when(change({ email: false, push: true }, false))
    .then(event(defaultReminders, { ...defaultReminders, push: true }))
})

it('brings the settings of a copy, e-mail with a confirmed address alone', () => {
  const bring = (emailVerified: boolean) => ({ type: 'BringReminders', settings: { ...on, hour: 20 }, emailVerified }) as const
  given(reminderDecider)
    .when(bring(true))
    .then(event(defaultReminders, { ...on, hour: 20 }))
  given(reminderDecider)
    .when(bring(false))
    .then(event(defaultReminders, { ...on, hour: 20, email: false }))
})

it('undoes a change while what it changed is still so', () => {
  const first = event(defaultReminders, on)
  const later = event(on, { ...on, hour: 20 })
  given(reminderDecider, first, later)
    .when({ type: 'Undo', position: 1, entry: first })
    .then(event({ ...on, hour: 20 }, { ...defaultReminders, hour: 20 }))
  given(reminderDecider, first, event(on, defaultReminders)).when({ type: 'Undo', position: 1, entry: first }).thenRejected('CONFLICT')
})
