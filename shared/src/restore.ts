import { z } from 'zod'
import { attachmentTexts, attachmentTypes, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_NAME } from './attachment-rules.js'
import { isCalendarMonth } from './calendar.js'
import { fundTexts, movementKinds, targetMonthChoices } from './emergency-fund-rules.js'
import {
  amount,
  amountOrZero,
  calendarDate,
  calendarMonth,
  clearableText,
  id,
  moneySchemas,
  reais,
  refusals,
  signedAmount,
  text,
} from './fields.js'
import { fiscal } from './fiscal.js'
import { misplacedFiscal } from './fiscal-marks.js'
import { goalCategories, goalPriorities, goalTexts } from './goal-rules.js'
import { statementFormats } from './import-rules.js'
import { hash } from './imports.js'
import { MAX_CLOSED_MONTHS, MAX_DELIVERIES, MAX_NAME, MAX_RULES, MAX_TITLE, MAX_WALLET_NAME, MAX_WALLETS } from './limits.js'
import { meiSettings } from './mei.js'
import { copiedRecurrence } from './recurrences.js'
import { reminderSettings } from './reminders.js'
import { newRule } from './rules.js'
import { restoreStates, restoreTexts } from './restore-rules.js'
import { taskPriorities, taskTexts, taskTypes } from './task-rules.js'
import { transactionTexts, transactionTypes } from './transaction-rules.js'
import { newOptionalTexts } from './transactions.js'
import { walletKinds, walletTexts } from './wallet-rules.js'

/**
 * The contract of `/data/restore`: the file of `GET /data/export`. Unknown fields are refused, not dropped, so that no data of
 * a newer release gets lost silently. A field added later has a default, so that older files stay valid.
 */

const moment = z.iso.datetime()
/** Fields of every row. The restore assigns account, version and last change itself. */
const row = { id, createdAt: moment, updatedAt: moment, userId: z.guid(), version: z.int().positive() }
const title = (missing: string) => text({ max: MAX_TITLE, missing })
const count = z.int().nonnegative()
const cardDay = z.int().min(1).max(31).nullable()
/** A sum may exceed the limit of one amount: reais in the file, centavos inside. */
const toCentavos = (amountInReais: number): number => Math.round(amountInReais * 100)
const sum = z.number().nonnegative().register(moneySchemas, {}).transform(toCentavos)
const signedSum = z.number().register(moneySchemas, {}).transform(toCentavos)

const copiedTransaction = z
  .strictObject({
    ...row,
    description: title(transactionTexts.descriptionMissing),
    amount,
    type: z.enum(transactionTypes),
    ...newOptionalTexts,
    // Absent in copies from before there were several wallets: the main one.
    walletId: id.nullable().default(null),
    toWalletId: id.nullable().default(null),
    date: calendarDate,
    toDate: calendarDate.nullable().default(null),
    isScheduled: z.boolean(),
    isConfirmed: z.boolean(),
    isReceived: z.boolean(),
    statementText: clearableText(MAX_TITLE).default(null),
    importId: id.nullable(),
    importKey: hash.nullable(),
    toImportId: id.nullable().default(null),
    toImportKey: hash.nullable().default(null),
    recurrenceId: id.nullable(),
    nominal: calendarDate.nullable(),
    instalment: z.strictObject({ number: count.positive(), of: count.positive() }).nullable(),
    fiscal: fiscal.nullable().default(null),
    attachmentCount: count.default(0),
  })
  .refine(({ type, fiscal: said }) => said === null || misplacedFiscal(type, said).length === 0)
  .refine(({ isScheduled, isConfirmed, isReceived }) => (isScheduled || isReceived) && (isConfirmed || !isReceived))
  .refine(({ type, toWalletId, toDate, walletId }) => {
    return type === 'transfer' ? toWalletId !== null && toDate !== null && toWalletId !== walletId : toWalletId === null && toDate === null
  })
  .refine(
    ({ recurrenceId, nominal, instalment }) => (recurrenceId === null) === (nominal === null) && (nominal !== null || instalment === null),
  )

const copiedGoal = z.strictObject({
  ...row,
  title: title(goalTexts.titleMissing),
  targetAmount: amount,
  currentAmount: amountOrZero,
  deadline: calendarDate,
  category: z.enum(goalCategories),
  priority: z.enum(goalPriorities),
  completed: z.boolean(),
})

const copiedTask = z.strictObject({
  ...row,
  title: title(taskTexts.titleMissing),
  type: z.enum(taskTypes),
  estimatedCost: amountOrZero,
  estimatedDate: calendarDate,
  priority: z.enum(taskPriorities),
  completed: z.boolean(),
})

const copiedFund = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  targetMonths: z.literal(targetMonthChoices, { error: fundTexts.targetMonths }),
  monthlyExpenseAverage: amountOrZero,
  currentAmount: amountOrZero,
  targetAmount: reais(),
  version: z.int().positive(),
})

const copiedMovement = z.strictObject({
  id,
  kind: z.enum(movementKinds),
  amount: signedAmount,
  description: clearableText(MAX_TITLE),
  balance: amountOrZero,
  at: moment,
})

const copiedImport = z.strictObject({
  id,
  fileName: title(''),
  format: z.enum(statementFormats),
  bank: clearableText(MAX_NAME),
  account: hash.nullable(),
  walletId: id.nullable().default(null),
  closing: z.strictObject({ date: calendarDate, balance: signedAmount }).nullable(),
  from: calendarDate,
  to: calendarDate,
  count: z.int().positive(),
  income: sum,
  expense: sum,
  settled: count,
  createdAt: moment,
  undoneAt: moment.nullable(),
  keptCount: count,
  version: z.int().positive(),
})

const copiedWallet = z
  .strictObject({
    id,
    userId: z.guid(),
    name: text({ max: MAX_WALLET_NAME, missing: walletTexts.nameMissing }),
    kind: z.enum(walletKinds),
    closingDay: cardDay,
    dueDay: cardDay,
    isMain: z.boolean(),
    archived: z.boolean(),
    order: count,
    statementAccounts: z.array(hash),
    balances: z.array(z.strictObject({ date: calendarDate, amount: signedAmount })),
    createdAt: moment,
    updatedAt: moment,
    version: count,
  })
  .refine(({ kind, closingDay, dueDay }) => (kind === 'card') === (closingDay !== null) && (closingDay === null) === (dueDay === null))

const copiedRule = z.strictObject({ ...newRule.shape, id, uses: count, createdAt: moment, updatedAt: moment, version: z.int().positive() })

const copiedAttachment = z.strictObject({
  id,
  transactionId: id,
  name: text({ max: MAX_ATTACHMENT_NAME, missing: attachmentTexts.nameMissing }),
  type: z.enum(attachmentTypes),
  size: count.positive().max(MAX_ATTACHMENT_BYTES),
  createdAt: moment,
  version: z.int().positive(),
  sha256: hash,
})

const copiedMei = z.strictObject({ ...meiSettings.required().shape, version: count.positive() })

const copiedByInvoice = z.strictObject({ withoutInvoice: sum, withInvoice: sum, total: sum })
const copiedDelivery = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('monthly_report'),
      of: calendarMonth,
      at: moment,
      figures: z.strictObject({ commerce: copiedByInvoice, industry: copiedByInvoice, services: copiedByInvoice, total: sum }),
    }),
    z.strictObject({
      kind: z.literal('dasn'),
      of: z.string(),
      at: moment,
      figures: z.strictObject({ commerce: sum, industry: sum, services: sum, total: sum, hasEmployee: z.boolean() }),
    }),
  ])
  .refine(({ kind, of }) => kind !== 'dasn' || isCalendarMonth(`${of}-01`))

const copiedMonth = z.strictObject({
  month: calendarMonth,
  state: z.literal('closed'),
  closedAt: moment,
  position: count.positive(),
  totals: z.strictObject({ income: sum, expense: sum, balance: signedSum, count }),
  changedSinceFirstClosing: z.boolean(),
})

export const accountCopy = z.strictObject({
  format: z.literal(2).default(2),
  exportedAt: moment,
  // A restore changes neither the user nor the subscription.
  user: z.looseObject({ id: z.guid() }),
  subscription: z.looseObject({}),
  transactions: z.array(copiedTransaction),
  goals: z.array(copiedGoal),
  tasks: z.array(copiedTask),
  emergencyFund: copiedFund.nullable(),
  movements: z.array(copiedMovement),
  imports: z.array(copiedImport),
  recurrences: z.array(copiedRecurrence),
  rules: z.array(copiedRule).max(MAX_RULES).default([]),
  attachments: z.array(copiedAttachment).default([]),
  mei: copiedMei.nullable().default(null),
  deliveries: z.array(copiedDelivery).max(MAX_DELIVERIES).default([]),
  months: z.array(copiedMonth).max(MAX_CLOSED_MONTHS).default([]),
  balance: z.strictObject({ amount: signedAmount, date: calendarDate, version: z.int().positive() }).nullable(),
  wallets: z.array(copiedWallet).max(MAX_WALLETS).default([]),
  reminders: reminderSettings.nullable().default(null),
  totals: z.strictObject({ income: sum, expense: sum, transactions: count, goals: count, tasks: count, fund: sum }),
})
refusals.add(accountCopy, { code: 'VALIDATION', text: restoreTexts.notOurs })
/** A copy of an account; amounts in centavos, lists in the order of the product's lists. */
export type AccountCopy = z.output<typeof accountCopy>

export const restore = z.strictObject({
  id: z.guid(),
  state: z.enum(restoreStates),
  total: z.int().meta({ description: 'How many items the copy has' }),
  done: z.int().meta({ description: 'How many of them were looked at; those with a problem are among them' }),
  attachments: z.int().meta({ description: 'How many of its receipts have not arrived yet' }),
  problems: z.array(
    z.strictObject({
      at: z.string().meta({ description: 'Where in the file, such as transactions[12]; empty where it is about all of it' }),
      reason: z.string(),
    }),
  ),
})
/** The progress of a restore. */
export type Restore = z.output<typeof restore>

export const restoreAnswer = z.strictObject({ restore })
export type RestoreAnswer = z.output<typeof restoreAnswer>
