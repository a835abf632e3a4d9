import { Access1763700100000 } from './access/access.migration.js'
import { Demo1763700300000 } from './demo/demo.migration.js'
import { StoredAnswerVersions1763900100000 } from './event-store/answering/stored-answer-versions.migration.js'
import { StoredAnswers1763900000000 } from './event-store/answering/stored-answers.migration.js'
import { EventLog1763600000000 } from './event-store/log/event-log.migration.js'
import { Verifications1763800100000 } from './event-store/proving/verifications.migration.js'
import { PasswordResets1763700200000 } from './passwords/password-resets.migration.js'
import { ResetMailsByJob1763800200000 } from './passwords/reset-mails-by-job.migration.js'
import { Outbox1763800000000 } from './platform/outbox/outbox.migration.js'
import { OutboxIds1764000000000 } from './platform/outbox/outbox-ids.migration.js'
import { OutboxWaitingJobs1763900200000 } from './platform/outbox/outbox-waiting-jobs.migration.js'
import { Throttling1763700000000 } from './platform/throttling/throttling.migration.js'

/** Every migration, oldest first; read models are not here, because they are made from the log. */
export const migrations = [
  EventLog1763600000000,
  Throttling1763700000000,
  Access1763700100000,
  PasswordResets1763700200000,
  Demo1763700300000,
  Outbox1763800000000,
  Verifications1763800100000,
  ResetMailsByJob1763800200000,
  StoredAnswers1763900000000,
  StoredAnswerVersions1763900100000,
  OutboxWaitingJobs1763900200000,
  OutboxIds1764000000000,
]
