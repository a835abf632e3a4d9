import { CommandBus } from '@nestjs/cqrs'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { MAX_REMINDER_DEVICES, reminderTexts } from '@prumo/shared/reminder-rules'
import { readCalendar } from '../../test/test-calendar.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startPushService, type TestPushService } from '../../test/test-push-service.js'
import { runOne } from '../../test/test-queue.js'
import { ExecuteCommand } from '../event-store/decider/command.js'
import { accountDecider } from '../identity/account.decider.js'
import type { Mail } from '../platform/mail/mailer.js'
import { Mailer } from '../platform/mail/mailer.js'
import { restoreWorker } from '../restores/restore.worker.js'
import { ReminderCalendars } from './reminder-calendars.js'
import { reminderTestWorker } from './reminder-test.worker.js'

let service: TestPushService
let test: TestApp
beforeAll(async () => {
  service = await startPushService()
  test = await startTestApp({ PUSH_SERVICES: service.origin, PUBLIC_URL: 'http://localhost:3000' })
})
afterAll(async () => {
  await test.close()
  await service.close()
})

type Person = Awaited<ReturnType<TestApp['register']>>
let person: Person
beforeEach(async () => void (person = await test.register()))

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = person.token) =>
  test.send(method, path, { token, body })
const reminders = async (token = person.token) => (await send('GET', '/reminders', undefined, token)).body.reminders
const put = (body: object) => send('PUT', '/reminders', body)
const today = () => dateInSaoPaulo(new Date())

const verify = ({ accountId, email }: Person) =>
  test.app
    .get(CommandBus, { strict: false })
    .execute(
      ExecuteCommand.of(
        { accountId, actor: accountId, source: 'app' },
        { decider: accountDecider, entityId: accountId, command: { type: 'VerifyEmail', email }, reply: () => null },
      ),
    )

async function register(token = person.token, browser = service.subscribe()) {
  const answer = await send('POST', '/reminders/devices', browser.subscription, token)
  expect(answer).toMatchObject({ status: 201 })
  return { browser, device: answer.body.device }
}
const login = async ({ email, password }: Person): Promise<string> =>
  (await test.send('POST', '/auth/login', { body: { email, password } })).body.token

describe('the settings', () => {
  it('are off at first, and change by what is named', async () => {
    expect(await reminders()).toEqual({ email: false, push: false, hour: 8, withAmounts: false, devices: [], calendarCreatedAt: null })
    const answer = await put({ push: true, hour: 20 })
    expect(answer).toMatchObject({ status: 200, body: { reminders: { email: false, push: true, hour: 20, withAmounts: false } } })
    expect(answer.headers['prumo-seq']).toEqual(expect.any(String))
    expect(await reminders()).toMatchObject({ push: true, hour: 20 })
  })

  it.each([
    [{ hour: 24 }, 'hour', reminderTexts.hourMissing],
    [{ hour: -1 }, 'hour', reminderTexts.hourMissing],
    [{ hour: 8.5 }, 'hour', reminderTexts.hourMissing],
    [{ email: 'sim' }, 'email', reminderTexts.settingMissing],
  ])('refuse %j', async (body, field, text) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: { [field]: [text] } } })
  })

  it('turn e-mail on with a confirmed address alone', async () => {
    expect(await put({ email: true })).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: reminderTexts.emailUnconfirmed } })
    await verify(person)
    expect(await put({ email: true })).toMatchObject({ status: 200, body: { reminders: { email: true } } })
  })

  it('are in the history, from which a change is undone', async () => {
    await put({ push: true, hour: 7 })
    const [entry] = (await send('GET', '/activity?entity=reminders')).body.activity
    expect(entry).toMatchObject({
      summary: 'Você mudou os lembretes',
      undoable: true,
      changes: [
        { field: 'push', before: false, after: true },
        { field: 'hour', before: 8, after: 7 },
      ],
    })
    expect(await send('POST', `/activity/${entry.position}/undo`)).toMatchObject({ status: 200 })
    expect(await reminders()).toMatchObject({ push: false, hour: 8 })
    expect(await send('POST', `/activity/${entry.position}/undo`)).toMatchObject({ status: 409 })
  })

  it('are exported without devices and calendar, and go with a reset', async () => {
    await put({ push: true })
    await register()
    await send('POST', '/reminders/calendar')
    const exported = (await send('GET', '/data/export')).body
    expect(exported.reminders).toEqual({ email: false, push: true, hour: 8, withAmounts: false })
    expect(JSON.stringify(exported)).not.toContain(service.origin)
    await test.confirm(person.token)
    await send('POST', '/data/reset', { confirm: true })
    expect(await reminders()).toEqual({ email: false, push: false, hour: 8, withAmounts: false, devices: [], calendarCreatedAt: null })
    expect(await put({ push: true })).toMatchObject({ status: 200 })
  })

  it('come back with a copy, e-mail with a confirmed address alone', async () => {
    await verify(person)
    await put({ email: true, push: true, hour: 21 })
    const copy = (await send('GET', '/data/export')).body
    for (const isVerified of [true, false]) {
      const other = await test.register()
      if (isVerified) await verify(other)
      const { status, body } = await send('POST', '/data/restore', copy, other.token)
      expect([status, body.restore?.total]).toEqual([202, copy.wallets.length + 1])
      expect(await runOne(restoreWorker, body.restore.id, test.tools())).toEqual({ how: 'done' })
      expect((await send('GET', `/data/restore/${body.restore.id}`, undefined, other.token)).body.restore.problems).toEqual([])
      expect(await reminders(other.token)).toMatchObject({ email: isVerified, push: true, hour: 21, devices: [] })
    }
  })
})

describe('the devices', () => {
  it('have the name of their browser, and are renewed by the same subscription', async () => {
    const { browser, device } = await register()
    expect(device).toEqual({ id: expect.any(String), device: 'Aparelho desconhecido', lastDeliveredAt: null, failedAt: null })
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0' }
    const again = await test.send('POST', '/reminders/devices', { token: person.token, body: browser.subscription, headers })
    expect(again.body.device).toEqual({ ...device, device: 'Firefox no Windows' })
    expect((await reminders()).devices).toEqual([again.body.device])
  })

  it('are ten at most', async () => {
    for (let each = 0; each < MAX_REMINDER_DEVICES; each++) await register()
    const refused = { status: 409, body: { code: 'QUOTA_EXCEEDED', error: reminderTexts.tooManyDevices } }
    expect(await send('POST', '/reminders/devices', service.subscribe().subscription)).toMatchObject(refused)
    const other = await test.register()
    const many = await Promise.all(
      Array.from({ length: 14 }, () => send('POST', '/reminders/devices', service.subscribe().subscription, other.token)),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(MAX_REMINDER_DEVICES)
  })

  it('belong to the account that registered the endpoint last', async () => {
    const { browser } = await register()
    const other = await test.register()
    await register(other.token, browser)
    expect((await reminders()).devices).toEqual([])
    expect((await reminders(other.token)).devices).toHaveLength(1)
    await Promise.all([person, other, person, other].map(({ token }) => register(token, browser)))
    const counts = [await reminders(), await reminders(other.token)].map(({ devices }) => devices.length)
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(1)
    await put({ push: true })
    await test.send('PUT', '/reminders', { token: other.token, body: { push: true } })
    for (const each of [person, other]) {
      await test.send('POST', '/reminders/test', { token: each.token })
      await runOne(reminderTestWorker, each.accountId, test.tools())
    }
    expect(browser.delivered).toHaveLength(1)
  })

  it.each([
    ['of no push service', { endpoint: 'https://exemplo.com/push' }, reminderTexts.serviceUnknown],
    ['in the own network', { endpoint: 'http://169.254.169.254/latest' }, reminderTexts.serviceUnknown],
    ['that is none', { endpoint: 'javascript:alert(1)' }, reminderTexts.subscriptionInvalid],
    ['without keys', { keys: undefined }, reminderTexts.subscriptionInvalid],
    ['with a point off the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, reminderTexts.subscriptionInvalid],
  ])('refuse an address %s', async (_, changes, error) => {
    const body = { ...service.subscribe().subscription, ...changes }
    expect(await send('POST', '/reminders/devices', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error } })
  })

  it('are removed one by one', async () => {
    const { device } = await register()
    const other = await test.register()
    expect(await send('DELETE', `/reminders/devices/${device.id}`, undefined, other.token)).toMatchObject({ status: 404 })
    expect(await send('DELETE', `/reminders/devices/${device.id}`)).toMatchObject({ status: 204 })
    expect(await send('DELETE', `/reminders/devices/${device.id}`)).toMatchObject({ status: 404 })
  })

  const rows = async ({ accountId }: Person) =>
    (await test.database.rows({ text: 'select 1 from reminder_devices where account_id = $1' }, [accountId])).length

  it('go with logout, with an ended session and with another password', async () => {
    const [second, third] = [await login(person), await login(person)]
    for (const token of [person.token, second, third]) await register(token)
    await send('POST', '/auth/logout', undefined, third)
    expect(await rows(person)).toBe(2)
    await send('DELETE', '/auth/sessions', undefined)
    expect(await rows(person)).toBe(1)
    await send('PUT', '/auth/password', { currentPassword: person.password, newPassword: 'um-segredo-9-longo' })
    expect(await rows(person)).toBe(0)
  })

  it('are void while their session has ended by its time', async () => {
    await register()
    await test.database.rows({ text: `update sessions set expires_at = now() - interval '1 minute' where user_id = $1` }, [
      person.accountId,
    ])
    expect((await reminders(await login(person))).devices).toEqual([])
  })

  it('go with the account, and are in no table in clear', async () => {
    const { browser } = await register()
    const { calendarUrl } = (await send('POST', '/reminders/calendar')).body
    const secret = /([\w-]+)\.ics$/.exec(calendarUrl)?.[1] ?? ''
    const bytes = Buffer.from(secret, 'base64url').subarray(16)
    const tables = await test.database.rows<{ name: string }>({
      text: `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    })
    const texts = [browser.subscription.endpoint, browser.subscription.keys.auth, secret, bytes.toString('hex')]
    for (const { name } of tables) {
      const found = await test.owner.rows({ text: `select 1 from ${name} t where row_to_json(t)::text like any ($1)` }, [
        texts.map((text) => `%${text}%`),
      ])
      expect([name, found.length]).toEqual([name, 0])
    }
    await send('DELETE', '/auth/account', { password: person.password })
    for (const table of ['reminder_devices', 'reminder_endpoints', 'reminder_calendars', 'reminder_days', 'reminder_settings'])
      expect(await test.database.rows({ text: `select 1 from ${table} where account_id = $1` }, [person.accountId])).toEqual([])
    expect((await test.send('GET', `/calendars/${secret}.ics`)).status).toBe(404)
  })
})

describe('a test', () => {
  class KeepingMailer extends Mailer {
    readonly mails: Mail[] = []

    async send(mail: Mail): Promise<void> {
      this.mails.push(mail)
    }
  }

  it('goes out on each channel that is on', async () => {
    expect(await send('POST', '/reminders/test')).toMatchObject({ status: 409, body: { error: reminderTexts.nothingOn } })
    await verify(person)
    await put({ email: true, push: true })
    const [one, gone] = [await register(), await register()]
    gone.browser.answers = [410]
    expect(await send('POST', '/reminders/test')).toMatchObject({ status: 202, body: '' })
    const mailer = new KeepingMailer()
    await runOne(reminderTestWorker, person.accountId, { ...test.tools(), mailer })
    expect(one.browser.delivered).toEqual([
      {
        title: 'Teste do Prumo',
        body: 'Os lembretes chegam assim.',
        navigate: 'http://localhost:3000/dashboard/settings?aba=lembretes',
        tag: 'prumo-teste',
        lang: 'pt-BR',
      },
    ])
    expect((await reminders()).devices).toEqual([{ ...one.device, lastDeliveredAt: expect.any(String) }])
    expect(mailer.mails).toEqual([expect.objectContaining({ to: person.email, subject: 'Teste do Prumo' })])
    // Done once: nothing is left to run.
    await runOne(reminderTestWorker, person.accountId, { ...test.tools(), mailer })
    expect(mailer.mails).toHaveLength(1)
  })

  it('is sent five times an hour at most', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on' })
    try {
      const { token } = await limited.register()
      const statuses: number[] = []
      for (let each = 0; each < 6; each++) statuses.push((await limited.send('POST', '/reminders/test', { token })).status)
      expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('the calendar', () => {
  const record = async (fields: object) => {
    const body = {
      description: 'Aluguel',
      amount: 900,
      type: 'expense',
      transactionDate: addDays(today(), 5),
      isScheduled: true,
      ...fields,
    }
    const answer = await send('POST', '/transactions', body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.transaction
  }
  const create = async (): Promise<string> => {
    const answer = await send('POST', '/reminders/calendar')
    expect(answer).toMatchObject({
      status: 201,
      body: { calendarUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/calendars\/[\w-]{64}\.ics$/) },
    })
    return new URL(answer.body.calendarUrl).pathname.replace('/api', '')
  }
  const read = async (path: string) => {
    const { status, body, headers } = await test.send('GET', path)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    return readCalendar(body)
  }

  it('has what is pending from 30 days back to 365 ahead, without amounts', async () => {
    const path = await create()
    expect(await read(path)).toEqual([])
    const rent = await record({})
    for (const days of [-31, 366]) await record({ transactionDate: addDays(today(), days) })
    await record({ description: 'Ótica Vale; sinal, 50%', type: 'income', amount: 123.45, transactionDate: addDays(today(), 365) })
    await record({ description: 'Luz', transactionDate: addDays(today(), -30) })
    await record({ description: 'Paga', isScheduled: false, transactionDate: today() })
    const events = await read(path)
    expect(events.map(({ title, date }) => [title, date])).toEqual([
      ['Vence: Luz', addDays(today(), -30)],
      ['Vence: Aluguel', addDays(today(), 5)],
      ['Entra: Ótica Vale; sinal, 50%', addDays(today(), 365)],
    ])
    const body: string = (await test.send('GET', path)).body
    // Ids and dates may contain any digits.
    expect(body.replaceAll(/^(UID|DTSTAMP|LAST-MODIFIED|DTSTART|DTEND)[:;].*$/gm, '')).not.toMatch(/900|123|R\$/)
    const uid = `${rent.id}@prumo`
    const before = events.find((event) => event.uid === uid)
    await send('PUT', `/transactions/${rent.id}`, { transactionDate: addDays(today(), 9) })
    const moved = (await read(path)).find((event) => event.uid === uid)
    expect(moved).toMatchObject({ date: addDays(today(), 9), title: 'Vence: Aluguel' })
    expect(moved?.sequence).toBeGreaterThan(before?.sequence as number)
    expect(Date.parse(moved?.changedAt as string)).toBeGreaterThanOrEqual(Date.parse(before?.changedAt as string))
    await send('PUT', `/transactions/${rent.id}`, { isReceived: true })
    expect((await read(path)).map((event) => event.uid)).not.toContain(uid)
  })

  it('has the open obligations of a MEI', async () => {
    const due = (ahead: number) => addDays(today(), ahead)
    const obligations = async (): Promise<MeiObligation[]> => [
      { kind: 'das', of: '2026-11', due: due(20), state: 'due' },
      { kind: 'das', of: '2026-10', due: due(-10), state: 'late' },
      { kind: 'das', of: '2026-09', due: due(-40), state: 'late' },
      { kind: 'monthly_report', of: '2026-10', due: due(1), state: 'delivered' },
      { kind: 'dasn', of: '2026', due: due(200), state: 'due' },
    ]
    const withObligations = new ReminderCalendars(test.database, test.tools().settings, obligations)
    const file = (await create()).slice('/calendars/'.length, -'.ics'.length)
    const events = readCalendar(await withObligations.write(file))
    expect(events.map(({ title, date }) => [title, date])).toEqual([
      ['DAS de novembro de 2026', due(20)],
      ['DAS de outubro de 2026', due(-10)],
      ['Declaração anual do MEI de 2026', due(200)],
    ])
    expect(readCalendar(await withObligations.write(file))).toEqual(events)
  })

  it('names what the panel of the MEI has open', async () => {
    const path = await create()
    const year = today().slice(0, 4)
    expect((await send('PUT', '/mei', { openedOn: `${year}-01-01`, activities: ['services'] })).status).toBe(200)
    await record({ description: 'Aula', type: 'income', isScheduled: false, transactionDate: today() })
    const { obligations } = (await send('GET', `/mei/years/${year}`)).body.year
    // In January what the year's December owes is due later than the calendar reaches.
    const [from, to] = [addDays(today(), -30), addDays(today(), 365)]
    const open = (obligations as MeiObligation[]).filter(({ state, due }) => /^(due|late)$/.test(state) && due >= from && due <= to)
    expect(open.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['das', 'monthly_report']))
    expect((await read(path)).map(({ date }) => date)).toEqual(expect.arrayContaining(open.map(({ due }) => due)))
  })

  it('has one address, which a new one ends', async () => {
    const first = await create()
    const { calendarCreatedAt } = await reminders()
    expect(Date.parse(calendarCreatedAt)).toBeLessThanOrEqual(Date.now() + 1000)
    const second = await create()
    expect(await test.send('GET', first)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await read(second)).toEqual([])
    expect(await send('DELETE', '/reminders/calendar')).toMatchObject({ status: 204 })
    expect((await test.send('GET', second)).status).toBe(404)
    expect((await reminders()).calendarCreatedAt).toBeNull()
    expect(await send('DELETE', '/reminders/calendar')).toMatchObject({ status: 204 })
  })

  it('is not found by another secret', async () => {
    const path = await create()
    const altered = path.replace(/.\.ics$/, (end) => (end.startsWith('A') ? 'B.ics' : 'A.ics'))
    for (const unknown of [altered, path.replace('.ics', ''), '/calendars/x.ics', `/calendars/${'A'.repeat(64)}.ics`, '/calendars/%00.ics'])
      expect([unknown, (await test.send('GET', unknown)).status]).toEqual([unknown, 404])
  })
})

it('the public key is that of the settings', async () => {
  expect(await send('GET', '/push/key')).toMatchObject({ status: 200, body: { publicKey: expect.stringMatching(/^B[\w-]{86}$/) } })
})

describe('one click in a mail', () => {
  it('ends the mails of its account alone', async () => {
    await verify(person)
    await put({ email: true, push: true })
    await test.send('POST', '/reminders/test', { token: person.token })
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    await runOne(reminderTestWorker, person.accountId, { ...test.tools(), mailer })
    const path = new URL(mails[0]?.unsubscribeUrl ?? '').pathname.replace('/api', '')
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    expect(await test.send('POST', forged)).toMatchObject({ status: 404 })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = () => test.send('POST', path, { body: 'List-Unsubscribe=One-Click', headers })
    expect(await click()).toMatchObject({ status: 204 })
    expect(await reminders()).toMatchObject({ email: false, push: true })
    expect(await click()).toMatchObject({ status: 204 })
    expect((await send('GET', '/activity?entity=reminders')).body.activity).toHaveLength(2)
  })

  it('is the one route that takes a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await test.send('PUT', '/reminders', { token: person.token, body: 'push=true', headers })
    expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })
})
