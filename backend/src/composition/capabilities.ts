import { credentialsCheck } from '../access/credentials.consistency-check.js'
import { emailLinkMailWorker } from '../access/email/email-link-mail.worker.js'
import { passkeyEvents } from '../access/passkeys/passkey.events.js'
import { passkeysCheck } from '../access/passkeys/passkeys.consistency-check.js'
import { lapsedAccessWorker } from '../access/lapsed-access.worker.js'
import { dayCheckpoints } from '../activity/account-at-day.js'
import { checkpointsReaction } from '../activity/checkpoints.reaction.js'
import { checkpointsWorker, missingCheckpointsWorker } from '../activity/checkpoints.worker.js'
import { erasureListReaction, farewellReaction, subscriptionEndReaction } from '../account-data/erasure.reaction.js'
import { erasureListWorker } from '../account-data/erasure-list.worker.js'
import { farewellMailWorker } from '../account-data/farewell-mail.worker.js'
import { attachmentsCheck } from '../attachments/attachments.consistency-check.js'
import { sweepAttachmentsWorker } from '../attachments/sweep-attachments.worker.js'
import { attachedBytes, attachmentList } from '../attachments/attachment-list.projection.js'
import { attachmentEvents } from '../attachments/attachment.events.js'
import { balanceEvents } from '../balance/balance.events.js'
import { statedBalances } from '../balance/stated-balances.projection.js'
import { batchEvents } from '../batches/batch.events.js'
import { contactMailWorker } from '../contact/contact-mail.worker.js'
import { fundAnalysis } from '../emergency-fund/analysis/fund-analysis.answer.js'
import { fundAnalysisReaction } from '../emergency-fund/analysis/fund-analysis.reaction.js'
import { emergencyFundEvents } from '../emergency-fund/emergency-fund.events.js'
import { emergencyFund } from '../emergency-fund/emergency-fund.projection.js'
import { fundMovements } from '../emergency-fund/fund-movements.projection.js'
import type { AccountGuard } from '../event-store/decider/account-guard.js'
import type { LogContents } from '../event-store/log-reading.js'
import { forecastPast } from '../forecast/forecast-past.answer.js'
import { forecastPastReaction } from '../forecast/forecast-past.reaction.js'
import { accessRecordsWorker } from '../operator/access-records.worker.js'
import { verifySampleWorker } from '../operator/verify-sample.worker.js'
import { closedMonthsGuard } from '../closing/closed-months.guard.js'
import { monthClosings } from '../closing/month-closings.projection.js'
import { monthEvents } from '../closing/month.events.js'
import { goalList } from '../goals/goal-list.projection.js'
import { goalEvents } from '../goals/goal.events.js'
import { endedGrantsWorker } from '../guests/ended-grants.worker.js'
import { grantsCheck } from '../guests/grants.consistency-check.js'
import { guestLinkMailWorker } from '../guests/guest-link-mail.worker.js'
import { guestEntries, guestList } from '../guests/guest-list.projection.js'
import { guestEvents } from '../guests/guest.events.js'
import { dasPayments } from '../mei/das-payments.projection.js'
import { fiscalTotals } from '../mei/fiscal-totals.projection.js'
import { meiDeliveries } from '../mei/mei-deliveries.projection.js'
import { meiProfile } from '../mei/mei-profile.projection.js'
import { meiDeliveryEvents, meiEvents } from '../mei/mei.events.js'
import { acceptedTerms } from '../identity/accepted-terms.projection.js'
import { importEvents } from '../imports/import.events.js'
import { importList } from '../imports/import-list.projection.js'
import { accountProfile } from '../identity/account-profile.projection.js'
import { verifiedEmails } from '../identity/verified-emails.projection.js'
import { accountEvents } from '../identity/account.events.js'
import { resetMailWorker } from '../passwords/reset-mail.worker.js'
import { occurrences } from '../recurrences/occurrences.projection.js'
import { recordOccurrencesWorker } from '../recurrences/record-occurrences.worker.js'
import { recurrenceEvents } from '../recurrences/recurrence.events.js'
import { recurrenceList } from '../recurrences/recurrence-list.projection.js'
import { readObligations } from '../reminders/obligations.js'
import { reminderDigestWorker } from '../reminders/reminder-digest.worker.js'
import { reminderScanWorker } from '../reminders/reminder-scan.worker.js'
import { reminderSettings } from '../reminders/reminder-settings.projection.js'
import { reminderTestWorker } from '../reminders/reminder-test.worker.js'
import { reminderEvents } from '../reminders/reminder.events.js'
import { reportInsights } from '../reports/report-insights.answer.js'
import { reportInsightsReaction } from '../reports/report-insights.reaction.js'
import { forgottenCopiesWorker } from '../restores/forgotten-copies.worker.js'
import { ruleEvents } from '../rules/rule.events.js'
import { ruleList, ruleUses } from '../rules/rule-list.projection.js'
import { restoreEvents } from '../restores/restore.events.js'
import { restoreWorker } from '../restores/restore.worker.js'
import { createAnswerWorkers, type ComputedAnswer } from '../answers/computed-answers.js'
import { computedAnswersCheck } from '../answers/computed-answers.consistency-check.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { oldRepliesWorker } from '../jobs/old-replies.worker.js'
import { waitingMailWorker } from '../jobs/waiting-mail.worker.js'
import { Reactions } from '../jobs/reaction.js'
import { subscriptionEvents } from '../subscriptions/subscription.events.js'
import { subscriptionStatus } from '../subscriptions/subscription-status.projection.js'
import { payersWorker } from '../subscriptions/stripe/payers.worker.js'
import { reconciliationWorker } from '../subscriptions/stripe/reconciliation.worker.js'
import { customerEmailReaction } from '../subscriptions/customer-email.reaction.js'
import { customerEmailWorker } from '../subscriptions/stripe/customer-email.worker.js'
import { stripeCustomersCheck } from '../subscriptions/stripe/stripe-customers.consistency-check.js'
import { stripeDeliveryWorker } from '../subscriptions/stripe/stripe-delivery.worker.js'
import { subscriptionEndWorker } from '../subscriptions/stripe/subscription-end.worker.js'
import { subscriptionLookWorker } from '../subscriptions/stripe/subscription-look.worker.js'
import { taskList } from '../tasks/task-list.projection.js'
import { taskEvents } from '../tasks/task.events.js'
import { attachmentCounts, linkedAttachments } from '../transactions/attachment-counts.projection.js'
import { categoryTotals } from '../transactions/category-totals.projection.js'
import { descriptionTotals } from '../transactions/description-totals.projection.js'
import { importKeys } from '../transactions/import-keys.projection.js'
import { transactionList } from '../transactions/transaction-list.projection.js'
import { transactionSearch } from '../transactions/transaction-search.projection.js'
import { transactionTotals } from '../transactions/transaction-totals.projection.js'
import { transactionEvents } from '../transactions/transaction.events.js'
import { mainWalletEvents, walletEvents } from '../wallets/wallet.events.js'
import { mainWallet, walletList } from '../wallets/wallet-list.projection.js'

const families = [
  transactionEvents,
  attachmentEvents,
  accountEvents,
  goalEvents,
  taskEvents,
  emergencyFundEvents,
  balanceEvents,
  walletEvents,
  mainWalletEvents,
  importEvents,
  recurrenceEvents,
  ruleEvents,
  batchEvents,
  meiEvents,
  meiDeliveryEvents,
  monthEvents,
  reminderEvents,
  restoreEvents,
  subscriptionEvents,
  passkeyEvents,
  guestEvents,
]
const allEventTypes = families.flatMap(({ definitions }) => definitions.map(({ type }) => type))

/** Answers that workers compute and requests read. */
const computedAnswers: readonly ComputedAnswer<unknown>[] = [fundAnalysis, reportInsights, forecastPast]

/** Event families, read models and reactions of the program: one line more per capability. */
export const logContents: LogContents = {
  epoch: 5,
  families,
  projections: [
    transactionList,
    transactionTotals,
    categoryTotals,
    descriptionTotals,
    attachmentList,
    attachedBytes,
    attachmentCounts,
    accountProfile,
    acceptedTerms,
    verifiedEmails,
    goalList,
    taskList,
    emergencyFund,
    fundMovements,
    transactionSearch,
    importKeys,
    importList,
    recurrenceList,
    ruleList,
    ruleUses,
    occurrences,
    statedBalances,
    walletList,
    mainWallet,
    fiscalTotals,
    dasPayments,
    meiProfile,
    meiDeliveries,
    monthClosings,
    reminderSettings,
    guestList,
    guestEntries,
    subscriptionStatus,
  ],
  checkpointed: dayCheckpoints,
  writers: [
    new Reactions([
      fundAnalysisReaction,
      reportInsightsReaction,
      forecastPastReaction,
      erasureListReaction,
      farewellReaction,
      subscriptionEndReaction,
      customerEmailReaction,
      checkpointsReaction(allEventTypes),
    ]),
  ],
  guard: closedMonthsGuard as AccountGuard,
  linkedCount: linkedAttachments,
  consistencyChecks: [credentialsCheck, passkeysCheck, grantsCheck, computedAnswersCheck, stripeCustomersCheck, attachmentsCheck],
}

/** Every kind of job. */
export const jobWorkers: readonly JobWorker[] = [
  resetMailWorker,
  emailLinkMailWorker,
  guestLinkMailWorker,
  endedGrantsWorker,
  waitingMailWorker,
  lapsedAccessWorker,
  contactMailWorker,
  verifySampleWorker,
  accessRecordsWorker,
  stripeDeliveryWorker,
  subscriptionLookWorker,
  subscriptionEndWorker,
  customerEmailWorker,
  reconciliationWorker,
  payersWorker,
  erasureListWorker,
  farewellMailWorker,
  restoreWorker,
  forgottenCopiesWorker,
  sweepAttachmentsWorker,
  oldRepliesWorker,
  recordOccurrencesWorker,
  reminderScanWorker,
  reminderDigestWorker(readObligations),
  reminderTestWorker,
  checkpointsWorker,
  missingCheckpointsWorker,
  ...computedAnswers.flatMap(createAnswerWorkers),
]
