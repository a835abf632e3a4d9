import { dieAtPlaces, remindPeople, startTestReminders, type TestReminders } from '../../test/test-reminder-days.js'

let reminders: TestReminders
beforeAll(async () => void (reminders = await startTestReminders()))
afterEach(() => reminders.test.database.rows({ text: 'update reminder_settings set email = false, push = false' }))
afterAll(() => reminders.close())

it(
  'a worker that dies at any place sends no mail twice, and loses at most one that it was handing over',
  () => dieAtPlaces(reminders, 1),
  300_000,
)

it(
  'reminds 50 people with every setting for 60 days, whatever dies',
  () => remindPeople(reminders, { people: 50, days: 60, seed: 20_260_112, places: 1_500 }),
  1_800_000,
)
