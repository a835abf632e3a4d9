import { Logger } from '@nestjs/common'
import { digestDetail, digestOf, type Digest } from '@prumo/shared/digest'
import type { CalendarDate } from '@prumo/shared/calendar'
import { FindUser } from '../identity/account-profile.projection.js'
import { findKeyUnlessErased } from '../event-store/keys/stored-keys.js'
import type { Job, JobContext, JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT_DUE, outboxValues } from '../jobs/outbox.js'
import { logFacts } from '../platform/http/failures.js'
import { MailNotSent } from '../platform/mail/mailer.js'
import { readDigestFacts, type ObligationReader } from './digest-facts.js'
import { claimReminder, findDueReminders, momentInSaoPaulo, releaseEmailReminder, type ReminderMoment } from './reminder-days.js'
import { findPushTargets, notePush, type PushTarget } from './reminder-devices.js'
import { digestMail } from './reminder-mail.js'
import { pushDigest } from './reminder-push.js'

export const REMINDER_DIGEST = 'reminder-digest'

/** Deliveries to a device until a digest is given up. */
const MAX_PUSH_ATTEMPTS = 8
/** Milliseconds until the second delivery, doubled each time up to the longest. */
const PUSH_BACKOFF_MS = 30_000
const LONGEST_BACKOFF_MS = 3_600_000

/**
 * Sends the day's digest of an account on each channel that has not had it; the subject is the account. A mail is claimed before
 * it is handed over, so a crash may lose it and nothing sends it twice. A push is noted after it was sent, so a crash may repeat
 * it, with the same tag. It may run at any time and as often as one likes.
 */
export const reminderDigestWorker = (readObligations: ObligationReader): JobWorker => ({
  kind: REMINDER_DIGEST,
  backoffMs: 15_000,
  attempts: 8,
  async run(job, tools) {
    const { database, settings } = tools
    const accountId = job.subject
    const moment = momentInSaoPaulo(database.clock.now())
    const due = await findDueReminders(database, accountId, moment, settings.registrationGraceSeconds)
    if (!due) return
    const facts = await readDigestFacts(database, readObligations, accountId, moment.day)
    const write = (channel: 'push' | 'email') => digestOf(facts, digestDetail(channel, due.withAmounts))
    const retryAt = due.push ? await sendPushes(job, tools, moment, write('push')) : null
    if (due.email) await sendMail(job, tools, moment.day, write('email'))
    if (!retryAt) return
    const values = [...outboxValues({ kind: REMINDER_DIGEST, subject: accountId, accountId }), retryAt]
    await job.complete(async (client) => void (await client.query(OUTBOX_INSERT_DUE, values)))
  },
})

/** With nothing to say, the channel has had the day all the same. */
async function sendMail(job: Job, { database, mailer, settings }: JobContext, day: CalendarDate, digest: Digest | null): Promise<void> {
  const accountId = job.subject
  const { email } = await new FindUser(accountId).answer(database)
  if (!(await claimReminder(database, 'email', accountId, day)) || !digest) return
  try {
    await mailer.send(digestMail(settings, accountId, email, digest), job.id)
  } catch (failure) {
    if (failure instanceof MailNotSent && failure.isCertain) {
      await releaseEmailReminder(database, accountId, day)
      throw failure
    }
    new Logger('reminders').warn({ ...logFacts(failure), accountId }, 'A mail may not have been handed over, and is not sent again')
  }
}

/** @returns when to try devices again that could not be reached; null for never */
async function sendPushes(job: Job, tools: JobContext, { day }: ReminderMoment, digest: Digest | null): Promise<Date | null> {
  const { database, reading } = tools
  const accountId = job.subject
  const key = digest && (await findKeyUnlessErased(database.pool, reading.keys, accountId))
  const targets = key ? await findPushTargets(database, key, accountId, day) : []
  const retries = digest ? await Promise.all(targets.map((target) => pushTo(job, tools, target, day, digest))) : []
  const [first] = retries.filter((at) => at !== null).sort((one, other) => one.getTime() - other.getTime())
  if (first) return first
  await claimReminder(database, 'push', accountId, day)
  return null
}

/** @returns when to try the device again; null where its digest is done or given up */
async function pushTo(
  job: Job,
  { database, settings }: JobContext,
  target: PushTarget,
  day: CalendarDate,
  digest: Digest,
): Promise<Date | null> {
  const { id, subscription, attempts, retryAt } = target
  const now = database.clock.now()
  if (retryAt && retryAt.getTime() > now) return retryAt
  const outcome = await pushDigest(settings, subscription, digest, now, job.signal)
  const next = outcome.how === 'busy' ? nextAttempt(attempts + 1, outcome.retryAfterMs, now, day) : null
  const note = next ? { doneDay: null, attempts: attempts + 1, retryAt: next } : { doneDay: day, attempts: 0, retryAt: null }
  await notePush(database, job.subject, id, outcome, new Date(now), note)
  return next
}

/** Null after too many attempts, and where the day would be over. */
function nextAttempt(attempts: number, retryAfterMs: number | null, now: number, day: CalendarDate): Date | null {
  const backoff = Math.min(PUSH_BACKOFF_MS * 2 ** (attempts - 1), LONGEST_BACKOFF_MS)
  const next = now + Math.max(backoff, retryAfterMs ?? 0)
  return attempts < MAX_PUSH_ATTEMPTS && momentInSaoPaulo(next).day === day ? new Date(next) : null
}
