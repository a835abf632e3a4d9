import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { defaultReminders } from '@prumo/shared/reminder-rules'
import {
  dieAtPlaces,
  FIRST_DAY,
  registerReminded,
  remindPeople,
  startTestReminders,
  type RemindedPerson,
  type TestReminders,
} from '../../test/test-reminder-days.js'

let reminders: TestReminders
beforeAll(async () => void (reminders = await startTestReminders()))
afterAll(() => reminders.close())
beforeEach(async () => {
  reminders.mails.length = 0
  // Each test has its own people and days.
  await reminders.test.database.rows({ text: 'update reminder_settings set email = false, push = false' })
  await reminders.test.database.rows({ text: 'delete from outbox' })
  await reminders.start()
})

const firstDays = Array.from({ length: 3 }, (_, days) => addDays(FIRST_DAY, days))
const person = (changes: Partial<Parameters<typeof registerReminded>[1]> = {}) =>
  registerReminded(reminders, {
    settings: { ...defaultReminders, email: true, push: true },
    bills: firstDays,
    isRich: true,
    devices: 1,
    ...changes,
  })
async function workAt(day: CalendarDate, hour: number, minute = 0): Promise<void> {
  reminders.setTime(day, hour, minute)
  await reminders.work()
}
const deviceOf = async ({ token }: RemindedPerson) => (await reminders.test.send('GET', '/reminders', { token })).body.reminders.devices[0]
const tags = ({ browsers: [browser] }: RemindedPerson) => browser?.delivered.map(({ tag }) => tag)

it('sends a digest once a day on each channel, from the hour on', async () => {
  const { browsers, email, ...rest } = await person()
  await workAt(FIRST_DAY, 7, 59)
  expect(reminders.mails).toEqual([])
  for (const hour of [8, 8, 9, 23]) await workAt(FIRST_DAY, hour)
  expect(reminders.mails).toHaveLength(1)
  expect(reminders.mails[0]).toMatchObject({
    to: email,
    subject: '1 conta vence hoje',
    unsubscribeUrl: expect.stringMatching(/\/api\/reminders\/unsubscribe\/[\w-]{64}$/),
  })
  expect(reminders.mails[0]?.text).toContain(`Conta de ${FIRST_DAY}.\n\nVence amanhã: Conta de ${addDays(FIRST_DAY, 1)}.\n\n`)
  expect(browsers[0]?.delivered).toEqual([
    {
      title: '1 conta vence hoje',
      body: '1 conta vence amanhã.',
      navigate: expect.stringMatching(/\/dashboard\/transactions\?status=confirmar$/),
      tag: `prumo-${FIRST_DAY}`,
      lang: 'pt-BR',
    },
  ])
  expect(await deviceOf({ ...rest, browsers, email })).toMatchObject({
    lastDeliveredAt: expect.stringContaining(FIRST_DAY),
    failedAt: null,
  })
  await workAt(addDays(FIRST_DAY, 1), 12)
  expect(reminders.mails.map(({ day }) => day)).toEqual([FIRST_DAY, addDays(FIRST_DAY, 1)])
})

it('shows amounts where they are wanted', async () => {
  const { browsers } = await person({ settings: { email: true, push: true, hour: 0, withAmounts: true } })
  await workAt(FIRST_DAY, 0)
  expect(reminders.mails[0]?.text).toContain('R$\u00a0123,45')
  expect(browsers[0]?.delivered[0]?.body).toContain('R$\u00a0123,45')
})

it('sends nothing with nothing to say, also when something comes up later that day', async () => {
  const { token, browsers } = await person({ bills: [] })
  await workAt(FIRST_DAY, 8)
  const bill = { description: 'Luz', amount: 9, type: 'expense', transactionDate: FIRST_DAY, isScheduled: true }
  expect((await reminders.test.send('POST', '/transactions', { token, body: bill })).status).toBe(201)
  await workAt(FIRST_DAY, 9)
  expect([reminders.mails, browsers[0]?.sent]).toEqual([[], []])
  await workAt(addDays(FIRST_DAY, 1), 8)
  expect(reminders.mails.map(({ subject }) => subject)).toEqual(['1 conta atrasada'])
})

it('catches up on the hours without a worker, and on an hour that is moved', async () => {
  const one = await person()
  await workAt(FIRST_DAY, 22)
  expect(tags(one)).toHaveLength(1)
  await reminders.test.send('PUT', '/reminders', { token: one.token, body: { hour: 20 } })
  await workAt(addDays(FIRST_DAY, 1), 19)
  expect(tags(one)).toHaveLength(1)
  await reminders.test.send('PUT', '/reminders', { token: one.token, body: { hour: 6 } })
  await workAt(addDays(FIRST_DAY, 1), 19, 30)
  expect(tags(one)).toHaveLength(2)
})

it('sends nothing without access, and goes on by itself once that returns', async () => {
  const one = await person()
  const openedAgo = (hours: number) =>
    reminders.test.database.rows({ text: `update account_profile set created_at = now() - $2 * interval '1 hour' where account_id = $1` }, [
      one.accountId,
      hours,
    ])
  await openedAgo(3)
  for (const hour of [8, 9]) await workAt(FIRST_DAY, hour)
  expect([reminders.mails, one.browsers[0]?.sent]).toEqual([[], []])
  await openedAgo(0)
  await workAt(FIRST_DAY, 10)
  expect([reminders.mails.length, tags(one)]).toEqual([1, [`prumo-${FIRST_DAY}`]])
})

it('names the obligations of a MEI', async () => {
  const { accountId } = await person({ bills: [] })
  reminders.obligations.set(accountId, [{ kind: 'das', of: '2031-02', due: addDays(FIRST_DAY, 7), state: 'due' }])
  await workAt(FIRST_DAY, 8)
  expect(reminders.mails.map(({ subject }) => subject)).toEqual(['DAS de fevereiro de 2031 vence em 7 dias, 08/03'])
})

it('finds all accounts whose hour has come, in portions', async () => {
  const { test } = reminders
  const { accountId } = await person({ devices: 0 })
  const text = `insert into reminder_settings (account_id, email, push, hour, with_amounts)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, true, false, $1, false from generate_series(1, 1100) n`
  await test.database.rows({ text }, [23])
  reminders.setTime(FIRST_DAY, 8)
  await reminders.work()
  expect(reminders.mails).toHaveLength(1)
  expect(
    await test.database.rows({ text: 'select 1 from reminder_days where account_id = $1 and email_day = $2' }, [accountId, FIRST_DAY]),
  ).toHaveLength(1)
  await test.database.rows({ text: 'delete from reminder_settings where hour = 23' })
})

describe('a push service that', () => {
  it.each([404, 410])('answers %d ends the device', async (status) => {
    const one = await person()
    one.browsers[0]!.answers = [status]
    await workAt(FIRST_DAY, 8)
    await workAt(FIRST_DAY, 9)
    expect([one.browsers[0]?.sent.length, await deviceOf(one)]).toEqual([1, undefined])
  })

  it('answers 413 gets the short form', async () => {
    const one = await person()
    one.browsers[0]!.answers = [413, 201]
    await workAt(FIRST_DAY, 8)
    expect(one.browsers[0]?.delivered).toEqual([
      expect.objectContaining({ title: '1 conta vence hoje', body: '', tag: `prumo-${FIRST_DAY}` }),
    ])
  })

  it('answers 429 gets it when it says so, and not before', async () => {
    const one = await person()
    one.browsers[0]!.answers = [{ status: 429, headers: { 'retry-after': '1800' } }, 201]
    await workAt(FIRST_DAY, 8)
    for (const minute of [1, 10, 29]) await workAt(FIRST_DAY, 8, minute)
    expect(one.browsers[0]?.sent).toHaveLength(1)
    expect(await deviceOf(one)).toMatchObject({ lastDeliveredAt: null, failedAt: expect.stringContaining(FIRST_DAY) })
    await workAt(FIRST_DAY, 8, 31)
    expect(tags(one)).toEqual([`prumo-${FIRST_DAY}`])
    expect(await deviceOf(one)).toMatchObject({ failedAt: null })
  })

  it.each(['cut', 500] as const)('is away (%s) is asked again a few times, each time later, and given up for the day', async (answer) => {
    const one = await person()
    one.browsers[0]!.answers = [answer]
    for (const minute of [0, 1, 3, 6, 12, 24, 48]) await workAt(FIRST_DAY, 8, minute)
    for (const hour of [9, 10, 11, 12, 14, 16]) await workAt(FIRST_DAY, hour, 30)
    expect(one.browsers[0]?.sent).toHaveLength(8)
    expect(await deviceOf(one)).toMatchObject({ lastDeliveredAt: null, failedAt: expect.stringContaining(FIRST_DAY) })
    expect(reminders.mails).toHaveLength(1)
    one.browsers[0]!.answers = [201]
    await workAt(addDays(FIRST_DAY, 1), 8)
    expect(tags(one)).toEqual([`prumo-${addDays(FIRST_DAY, 1)}`])
  })

  it('refuses it for good is not asked again that day', async () => {
    const one = await person()
    one.browsers[0]!.answers = [403, 201]
    for (const hour of [8, 9]) await workAt(FIRST_DAY, hour)
    expect([one.browsers[0]?.sent.length, tags(one)]).toEqual([1, []])
    expect((await deviceOf(one)).failedAt).toContain(FIRST_DAY)
  })
})

describe('a mail server that', () => {
  it('is away gets the mail later', async () => {
    await person()
    reminders.mailAnswers.push('later', 'later')
    for (const minute of [0, 1, 2]) await workAt(FIRST_DAY, 8, minute)
    expect(reminders.mails).toHaveLength(1)
  })

  it.each(['refused', 'lost'] as const)('%s a mail is not sent it again', async (answer) => {
    const before = reminders.mails.length
    await person()
    reminders.mailAnswers.push(answer)
    for (const hour of [8, 9, 10]) await workAt(FIRST_DAY, hour)
    expect(reminders.mails.length - before).toBe(answer === 'lost' ? 1 : 0)
  })
})

it('a worker that dies sends no mail twice, and loses at most one that it was handing over', () => dieAtPlaces(reminders, 4))

it('reminds people with every setting for six days, whatever dies', () =>
  remindPeople(reminders, { people: 6, days: 6, seed: 44, places: 150 }))
