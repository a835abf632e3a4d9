import { testMessage } from '@prumo/shared/digest-texts'
import { findKeyUnlessErased } from '../event-store/keys/stored-keys.js'
import { FindUser } from '../identity/account-profile.projection.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { findPushTargets, notePush } from './reminder-devices.js'
import { testMail } from './reminder-mail.js'
import { pushDigest } from './reminder-push.js'
import { readReminderSettings } from './reminder-settings.projection.js'

export const REMINDER_TEST = 'reminder-test'

/** After every day, so that all devices are found. */
const ANY_DAY = '9999-12-31'

/** Sends a test on each channel that is on; the subject is the account. It is sent once at most: the person asks again. */
export const reminderTestWorker: JobWorker = {
  kind: REMINDER_TEST,
  async run(job, { database, reading, mailer, settings }) {
    const accountId = job.subject
    const key = await findKeyUnlessErased(database.pool, reading.keys, accountId)
    const { email, push } = await readReminderSettings(database, accountId)
    await job.complete(async () => undefined)
    if (!key) return
    const now = database.clock.now()
    const digest = { title: testMessage.title, lines: [testMessage.body], tag: testMessage.tag, path: testMessage.path }
    const targets = push ? await findPushTargets(database, key, accountId, ANY_DAY) : []
    await Promise.all(
      targets.map(async ({ id, subscription, attempts, retryAt }) => {
        const outcome = await pushDigest(settings, subscription, digest, now, job.signal)
        await notePush(database, accountId, id, outcome, new Date(now), { doneDay: null, attempts, retryAt })
      }),
    )
    if (!email) return
    const user = await new FindUser(accountId).answer(database)
    await mailer.send(testMail(settings, accountId, user.email), job.id)
  },
}
