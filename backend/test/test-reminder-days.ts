import { CommandBus } from '@nestjs/cqrs'
import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import { accountDecider } from '@prumo/backend/identity/account.decider'
import { runJob } from '@prumo/backend/jobs/job-run'
import type { JobWorker } from '@prumo/backend/jobs/job-worker'
import { Outbox } from '@prumo/backend/jobs/outbox'
import { MailNotSent, type Mail } from '@prumo/backend/platform/mail/mailer'
import { PushSender } from '@prumo/backend/platform/push/push-sender'
import { reminderDigestWorker } from '@prumo/backend/reminders/reminder-digest.worker'
import { reminderScanWorker } from '@prumo/backend/reminders/reminder-scan.worker'
import { SeededRandom } from './hostile/test-random.js'
import { startTestApp, type TestApp } from './test-app.js'
import { openMortal, type MortalProcess } from './test-mortal.js'
import { startPushService, type PushAnswer, type TestBrowser, type TestPushService } from './test-push-service.js'

/** Whose time is later than that of the database, so that nothing of it is due by itself. */
export const FIRST_DAY: CalendarDate = '2031-03-01'
/** Of places where a mail was claimed and not handed over. */
const LOSES_MAIL = ['after claim-email-reminder', 'before mail', 'before release-email-reminder']

/** Workers of reminders over a server's database, at a time that the test sets; each may die anywhere. */
export interface TestReminders {
  test: TestApp
  service: TestPushService
  /** Sets the time to an hour and minute of a day in São Paulo. */
  setTime: (day: CalendarDate, hour: number, minute?: number) => void
  /** Replaces the process. @param at the places that it survives; it lives for ever by default */
  start: (at?: number) => Promise<void>
  /** The place where the present process died; null while it lives. */
  diedAt: () => string | null
  /** Enqueues the hour's scan, and runs what is due until nothing is, or the process dies. @returns the account it died with */
  work: () => Promise<string | null>
  /** The mails that were handed over, oldest first. */
  mails: (Mail & { day: CalendarDate })[]
  /** What the mail server does with the next mails; it takes them by default. */
  mailAnswers: ('refused' | 'later' | 'lost')[]
  obligations: Map<string, readonly MeiObligation[]>
  close: () => Promise<void>
}

export async function startTestReminders(): Promise<TestReminders> {
  const service = await startPushService()
  // Without access no digest goes out, and a long run takes longer than the usual grace.
  const test = await startTestApp({ PUSH_SERVICES: service.origin, REGISTRATION_GRACE_SECONDS: '7200' })
  let now = 0
  let day = FIRST_DAY
  let current: MortalProcess | null = null
  const mails: TestReminders['mails'] = []
  const mailAnswers: TestReminders['mailAnswers'] = []
  const obligations: TestReminders['obligations'] = new Map()
  const mailer = {
    async send(mail: Mail) {
      const answer = mailAnswers.shift()
      if (answer === 'later') throw new MailNotSent({ code: 'EENVELOPE', responseCode: 451 })
      if (answer === 'refused') throw new MailNotSent({ code: 'EENVELOPE', responseCode: 550 })
      mails.push({ ...mail, day })
      // The server took it, and the answer was lost.
      if (answer === 'lost') throw new MailNotSent({ code: 'ESOCKET' })
    },
  }
  const send = Reflect.get(PushSender.prototype, 'send')
  const spied = jest.spyOn(PushSender.prototype, 'send').mockImplementation(function (this: PushSender, ...given) {
    // On a busy machine a push that was accepted could count as unanswered.
    Reflect.set(this, 'timeoutMs', 120_000)
    return (current as MortalProcess).step('push', () => send.apply(this, given))
  })
  const workers: readonly JobWorker[] = [reminderScanWorker, reminderDigestWorker(async (_, account) => obligations.get(account) ?? [])]
  const start = async (at = Infinity) => {
    await current?.close()
    const opened = await openMortal({ test }, at)
    const clock = { now: () => now, today: () => day, anchor: () => undefined }
    Object.defineProperty(opened.database, 'clock', { value: clock })
    const mortalMailer = { send: (mail: Mail) => opened.step('mail', () => mailer.send(mail)) }
    current = Object.assign(Object.create(opened) as MortalProcess, { tools: { ...opened.tools, mailer: mortalMailer } })
  }
  /** Runs the due jobs of a worker; stops with the subject of the one that the process died with. */
  const drain = async (worker: JobWorker): Promise<string | null> => {
    const { tools, database } = current as MortalProcess
    const outbox = new Outbox(database)
    for (;;) {
      let subject = ''
      try {
        const [claim] = await outbox.claim(worker.kind, 1)
        if (!claim) return null
        ;({ subject } = claim)
        await runJob(worker, claim, outbox, tools, new AbortController().signal)
      } catch (failure) {
        if (current?.diedAt === null) throw failure
      }
      if (current?.diedAt !== null) return subject
    }
  }
  return {
    test,
    service,
    mails,
    mailAnswers,
    obligations,
    setTime(today, hour, minute = 0) {
      day = today
      now = Date.parse(`${today}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-03:00`)
    },
    start,
    diedAt: () => current?.diedAt ?? null,
    async work() {
      // As if the time had come, and as if the leases of processes that died were over.
      await test.database.rows({ text: 'update outbox set due_at = now() where due_at <= $1 or claim is not null' }, [new Date(now)])
      await test.database.rows({ text: `insert into outbox (kind, subject) values ($1, $2)` }, [reminderScanWorker.kind, `${now}`])
      for (const worker of workers) {
        const subject = await drain(worker)
        if (current?.diedAt !== null) return subject
      }
      return null
    },
    async close() {
      spied.mockRestore()
      await current?.close()
      await test.close()
      await service.close()
    },
  }
}

/** An account whose reminders are observed. */
export interface RemindedPerson {
  accountId: string
  token: string
  email: string
  settings: { email: boolean; push: boolean; hour: number; withAmounts: boolean }
  browsers: TestBrowser[]
  /** The days of its pending expenses. */
  bills: CalendarDate[]
  /** Whether the forecast never turns negative. */
  isRich: boolean
}

/** Registers an account with these reminders. */
export async function registerReminded(
  { test, service }: TestReminders,
  { settings, bills, isRich, devices }: Pick<RemindedPerson, 'settings' | 'bills' | 'isRich'> & { devices: number },
): Promise<RemindedPerson> {
  const { token, accountId, email } = await test.register()
  const context = { accountId, actor: accountId, source: 'app' } as const
  const verify = { decider: accountDecider, entityId: accountId, command: { type: 'VerifyEmail' as const, email }, reply: () => null }
  await test.app.get(CommandBus, { strict: false }).execute(ExecuteCommand.of(context, verify))
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const { status } = await test.send(method, path, { token, body })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`)
  }
  const sale = { description: 'Venda', amount: 900_000, type: 'income', transactionDate: '2026-01-10' }
  if (isRich) await send('POST', '/transactions', sale)
  for (const transactionDate of bills)
    await send('POST', '/transactions', {
      description: `Conta de ${transactionDate}`,
      amount: 123.45,
      type: 'expense',
      transactionDate,
      isScheduled: true,
    })
  const browsers = Array.from({ length: devices }, () => service.subscribe())
  for (const { subscription } of browsers) await send('POST', '/reminders/devices', subscription)
  if (settings.email || settings.push) await send('PUT', '/reminders', settings)
  return { accountId, token, email, settings, browsers, bills, isRich }
}

/** Whether a person has something to be reminded of, computed without the product's rules. */
function hasNews({ bills, isRich }: RemindedPerson, today: CalendarDate): boolean {
  const ahead = bills.map((date) => daysBetween(today, date))
  const isMonday = new Date(`${today}T12:00:00Z`).getUTCDay() === 1
  return ahead.some((days) => days >= -1 && days <= (isRich ? 1 : 7)) || (isMonday && ahead.some((days) => days < 0))
}

/**
 * Kills a worker at one place after another, one a day, until it survives them all. Expects the next one to send what is missing:
 * a mail once, unless it was being handed over, and a push on each device once or twice.
 * @param step 1 for every place
 */
export async function dieAtPlaces(reminders: TestReminders, step: number): Promise<void> {
  const days = Array.from({ length: 80 }, (_, index) => addDays(FIRST_DAY, index + 100))
  const settings = { email: true, push: true, hour: 8, withAmounts: false }
  const { browsers } = await registerReminded(reminders, {
    settings,
    bills: days.filter((_, index) => index % 3 === 0),
    isRich: true,
    devices: 2,
  })
  let places = 0
  for (const day of days) {
    reminders.setTime(day, 8)
    await reminders.start(places)
    await reminders.work()
    const place = reminders.diedAt()
    await reminders.start()
    await reminders.work()
    const sent = reminders.mails.filter((mail) => mail.day === day).length
    expect([place, sent]).toEqual([place, LOSES_MAIL.includes(place ?? '') ? 0 : 1])
    for (const { delivered } of browsers) {
      const count = delivered.filter(({ tag }) => tag === `prumo-${day}`).length
      expect([place, count]).toEqual([place, place === null ? 1 : Math.max(1, Math.min(count, 2))])
    }
    if (place === null) break
    places += step
  }
  expect(reminders.diedAt()).toBeNull()
  expect(places).toBeGreaterThan(25)
  expect(places).toBeLessThan(days.length * step)
}

export interface ReminderRun {
  people: number
  days: number
  seed: number
  /** The most places that a process survives. */
  places: number
}

/**
 * Lets workers that die anywhere remind people with every setting. Expects one mail a day where there is something to say and none
 * otherwise, a push on each device, and more than one of the same tag only on days on which a process died with it.
 */
export async function remindPeople(reminders: TestReminders, { people, days, seed, places }: ReminderRun): Promise<void> {
  const random = new SeededRandom(seed)
  const hours = [0, 8, 13, 23]
  const all: RemindedPerson[] = []
  for (let each = 0; each < people; each++) {
    const settings = { email: each % 2 === 0, push: each % 4 < 3, hour: random.pick(hours), withAmounts: each % 3 === 0 }
    const bills = Array.from({ length: random.below(6) }, () => addDays(FIRST_DAY, random.below(days + 9) - 2))
    all.push(await registerReminded(reminders, { settings, bills: bills.sort(), isRich: each % 5 < 2, devices: random.below(3) }))
  }
  /** The days on which a process died with an account, and on which its mail may be lost. */
  const [died, lost] = [new Set<string>(), new Set<string>()]
  let deaths = 0
  await reminders.start(random.below(places))
  for (let index = 0; index < days; index++) {
    const today = addDays(FIRST_DAY, index)
    for (const { browsers } of all) for (const browser of browsers) browser.answers = troubles(random)
    for (const hour of hours) {
      for (const minute of [0, 3]) {
        reminders.setTime(today, hour, minute)
        // Answers that no mail took would refuse more than one of a later hour, and its second attempt too.
        reminders.mailAnswers.length = 0
        if (minute === 0 && random.chance(1 / 10)) reminders.mailAnswers.push('later')
        for (;;) {
          const account = await reminders.work()
          const place = reminders.diedAt()
          if (place === null) break
          deaths++
          died.add(`${account} ${today}`)
          if (LOSES_MAIL.includes(place)) lost.add(`${account} ${today}`)
          await reminders.start(random.below(places))
        }
      }
    }
  }
  for (const person of all) expectReminders(reminders, person, days, { died, lost })
  expect(deaths).toBeGreaterThan(days / 4)
}

/** How a service answers on a day: sometimes busy, silent or broken at first, at last always well. */
function troubles(random: SeededRandom): PushAnswer[] {
  const kinds: readonly PushAnswer[] = [201, 500, 503, 'cut', 413, { status: 429, headers: { 'retry-after': '90' } }]
  return random.chance(1 / 3) ? [random.pick(kinds), 201] : [201]
}

function expectReminders(
  { mails }: TestReminders,
  person: RemindedPerson,
  days: number,
  { died, lost }: { died: ReadonlySet<string>; lost: ReadonlySet<string> },
): void {
  const { accountId, email, settings, browsers } = person
  for (let index = 0; index < days; index++) {
    const today = addDays(FIRST_DAY, index)
    const of = `${accountId} ${today}`
    const isNews = hasNews(person, today)
    const sent = mails.filter(({ to, day }) => to === email && day === today).length
    const isMailed = settings.email && isNews
    expect(['mails', of, sent]).toEqual(['mails', of, isMailed && lost.has(of) ? Math.min(sent, 1) : Number(isMailed)])
    for (const { delivered } of browsers) {
      const pushed = delivered.filter(({ tag }) => tag === `prumo-${today}`).length
      const isPushed = settings.push && isNews
      expect(['pushes', of, pushed]).toEqual(['pushes', of, isPushed && died.has(of) ? Math.max(pushed, 1) : Number(isPushed)])
    }
  }
  const texts = [
    ...mails.filter(({ to }) => to === email).map(({ text }) => text),
    ...browsers.flatMap(({ delivered }) => delivered.map(({ body }) => body)),
  ]
  if (!settings.withAmounts) for (const text of texts) expect(text).not.toContain('R$')
}
