import { remindPeople, startTestReminders, type TestReminders } from '../../test/test-reminder-days.js'

let reminders: TestReminders
beforeAll(async () => void (reminders = await startTestReminders()))
afterAll(() => reminders.close())

it('reminds 50 people with every setting for 60 days, whatever dies', () =>
  remindPeople(reminders, { people: 50, days: 60, seed: 20_260_112, places: 1_500 }), 900_000)
