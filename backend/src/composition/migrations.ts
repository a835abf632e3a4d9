import { Access1763700100000 } from '../access/access.migration.js'
import { ConfirmedSessions1764600000000 } from '../access/confirmed-sessions.migration.js'
import { Passkeys1764600100000 } from '../access/passkeys/passkeys.migration.js'
import { Devices1764600300000 } from '../access/devices.migration.js'
import { EmailLinks1764600800000 } from '../access/email/email-links.migration.js'
import { SpentGraces1764600500000 } from '../access/spent-graces.migration.js'
import { RefusedValues1764700300000, TakenEmails1764150000000 } from '../access/taken-emails.migration.js'
import { ContactMessages1764200400000 } from '../contact/contact-messages.migration.js'
import { Demo1763700300000 } from '../demo/demo.migration.js'
import {
  AccountEnds1764200200000,
  EventLog1763600000000,
  LogEpoch1764100000000,
  LogName1764500000000,
  LostAppends1764700100000,
  MovedHeads1764400000000,
  ReplyRetention1764700400000,
} from '../event-store/stream/event-log.migrations.js'
import { Farewells1764200300000 } from '../account-data/farewells.migration.js'
import { Checkpoints1764400200000 } from '../event-store/replay/checkpoints.migration.js'
import { Verifications1763800100000, VerificationsOfAll1764100100000 } from '../event-store/verify/verifications.migrations.js'
import {
  Outbox1763800000000,
  OutboxIsTheQueue1764400100000,
  OutboxIds1764000000000,
  OutboxOfNoAccount1764700200000,
  OutboxWaitingJobs1763900200000,
  OutboxWaitingJobsApart1764300000000,
  ProvisionalAnswers1764900000000,
  StoredAnswers1763900000000,
  StoredAnswerVersions1763900100000,
  WaitingMails1764600400000,
} from '../jobs/jobs.migrations.js'
import { OperatorLog1764600700000 } from '../operator/operator-log.migration.js'
import { PasswordResets1763700200000 } from '../passwords/password-resets.migration.js'
import { ResetMailsByJob1763800200000 } from '../passwords/reset-mails-by-job.migration.js'
import { AccessRecords1764600200000 } from '../platform/http/access-records.migration.js'
import { Throttling1763700000000 } from '../platform/throttling/throttling.migration.js'
import { Restores1764700000000 } from '../restores/restores.migration.js'
import { LeavingCustomers1764200500000 } from '../subscriptions/stripe/leaving-customers.migration.js'
import { Money1764600600000 } from '../subscriptions/stripe/money.migration.js'
import { Stripe1764200000000 } from '../subscriptions/stripe/stripe.migration.js'

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
  LogEpoch1764100000000,
  VerificationsOfAll1764100100000,
  TakenEmails1764150000000,
  Stripe1764200000000,
  AccountEnds1764200200000,
  Farewells1764200300000,
  ContactMessages1764200400000,
  LeavingCustomers1764200500000,
  OutboxWaitingJobsApart1764300000000,
  MovedHeads1764400000000,
  OutboxIsTheQueue1764400100000,
  Checkpoints1764400200000,
  LogName1764500000000,
  ConfirmedSessions1764600000000,
  Passkeys1764600100000,
  AccessRecords1764600200000,
  Devices1764600300000,
  WaitingMails1764600400000,
  SpentGraces1764600500000,
  Money1764600600000,
  OperatorLog1764600700000,
  EmailLinks1764600800000,
  Restores1764700000000,
  LostAppends1764700100000,
  OutboxOfNoAccount1764700200000,
  RefusedValues1764700300000,
  ReplyRetention1764700400000,
  ProvisionalAnswers1764900000000,
]
