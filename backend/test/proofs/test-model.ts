/**
 * The model: what an account has to hold after its commands. Imports nothing from the deciders and projections, which are
 * compared with it. Amounts are in centavos, names are those of the API.
 */
import { addMonths } from '@prumo/shared/calendar'
import { alike, searchable } from '@prumo/shared/search'

export type ModelKind = 'transactions' | 'goals' | 'tasks'
export type FieldValue = string | number | boolean | null | undefined
export type ModelFields = Record<string, FieldValue>
export type ModelBody = Record<string, FieldValue>

/** What a transaction says for the MEI. Among fields it is JSON, so that each of them is a plain value. */
export interface ModelFiscal {
  countsAsRevenue: boolean | null
  activity: string | null
  competence: string | null
  hasInvoice: boolean
  dasOf: string | null
}

/** A transaction, goal or task, from its first command on; deleted ones stay. */
export interface ModelEntity {
  kind: ModelKind
  id: string
  fields: ModelFields
  alive: boolean
  /** True for an entity from before a reset: it is deleted, and its id stays used. */
  gone?: true
  version: number
  createdAt: string
  updatedAt: string
}

export interface ModelFund {
  targetMonths: number
  monthlyExpenseAverage: number
  currentAmount: number
  version: number
}

export interface ModelMovement {
  kind: 'deposit' | 'withdrawal' | 'adjustment'
  amount: number
  description: string | null
  balance: number
}

export interface ModelAccount {
  things: Map<string, ModelEntity>
  fund: ModelFund | null
  /** The last version of the fund, also after a reset deleted it. */
  fundVersion: number
  /** Oldest first, each with the key of its command. */
  movements: (ModelMovement & { id: string })[]
  profile: Record<string, unknown>
  /** All wallets that were opened, deleted ones too, and the one that is there from the beginning. */
  wallets: Map<string, ModelWallet>
  initialWallet: string
  mainWallet: string
  /** The ids of the wallets in which something ever was. */
  usedWallets: Set<string>
  /** What was stated, by the wallet's id. */
  balances: Map<string, ModelBalance>
  /** All rules that were added, deleted ones too. */
  rules: Map<string, ModelRule>
  mei: ModelMei | null
  /** The last version of the profile, also after it was removed. */
  meiVersion: number
  /** What was delivered last, by kind and period. */
  deliveries: Map<string, ModelDelivery>
  reminders: ModelReminders
  /** All receipts that were added, removed ones too. */
  attachments: Map<string, ModelAttachment>
  /** The months that were closed, also reopened ones. */
  months: Map<string, ModelMonth>
  /** The accesses of guests that have not ended, oldest first. A reset leaves them. */
  grants: ModelGrant[]
}

/** The access of a guest, as the API returns it. */
export interface ModelGrant {
  id: string
  name: string
  email: string
  until: string | null
  createdAt: string
  lastEnteredAt: string | null
  entries: number
}

/** A month that was closed, with its last closing. */
export interface ModelMonth {
  month: string
  isClosed: boolean
  closing: { closedAt: string; position: number; totals: Record<string, number>; content: string }
  /** What was settled in it at its first closing. */
  firstContent: string
}

/** A receipt with its bytes. */
export interface ModelAttachment {
  id: string
  transactionId: string
  name: string
  type: string
  size: number
  bytes: Buffer
  createdAt: string
  /** False once it is removed; its transaction may be deleted all the same. */
  alive: boolean
  /** True for a receipt from before a reset. */
  gone?: true
  version: number
}

/** The profile of a MEI. */
export interface ModelMei {
  openedOn: string
  activities: string[]
  isCargoDriver: boolean
  closedOn: string | null
  excludedCategories: string[]
  hasEmployee: boolean
}

/** A delivery with its figures as they are listed, in centavos. */
export interface ModelDelivery {
  kind: 'monthly_report' | 'dasn'
  of: string
  at: string
  figures: Record<string, unknown>
}

export interface ModelReminders {
  email: boolean
  push: boolean
  hour: number
  withAmounts: boolean
}

export interface ModelRule {
  id: string
  text: string
  type: string | null
  category: string
  description: string | null
  uses: number
  alive: boolean
  version: number
  createdAt: string
  updatedAt: string
}

export interface ModelWallet {
  id: string
  name: string
  kind: 'bank' | 'cash' | 'card'
  closingDay: number | null
  dueDay: number | null
  order: number
  archived: boolean
  alive: boolean
  version: number
  createdAt: string
  updatedAt: string
}

/** A balance of a day that a person or an import stated, in centavos. */
export interface ModelStatement {
  said: { amount: number; date: string }
  isUndone: boolean
}

/** The statements about a wallet in the order in which they were made. A reset takes them and keeps the version. */
export interface ModelBalance {
  statements: ModelStatement[]
  version: number
}

export function emptyAccount(): ModelAccount {
  return {
    things: new Map(),
    fund: null,
    fundVersion: 0,
    movements: [],
    profile: {},
    wallets: new Map(),
    initialWallet: '',
    mainWallet: '',
    usedWallets: new Set(),
    balances: new Map(),
    rules: new Map(),
    mei: null,
    meiVersion: 0,
    deliveries: new Map(),
    reminders: initialReminders,
    attachments: new Map(),
    months: new Map(),
    grants: [],
  }
}

const initialReminders: ModelReminders = { email: false, push: false, hour: 8, withAmounts: false }

/** Adds the wallet that every account has. @param opened when the account was opened, ISO 8601 UTC */
export function addInitialWallet(account: ModelAccount, id: string, opened: string): void {
  const first = {
    id,
    name: 'Conta principal',
    kind: 'bank',
    closingDay: null,
    dueDay: null,
    order: 0,
    archived: false,
    alive: true,
  } as const
  account.wallets.set(id, { ...first, version: 0, createdAt: opened, updatedAt: opened })
  account.initialWallet = id
  account.mainWallet = id
}

/** A command on an entity; `change` holds the body as it is sent. */
export type ModelCommand = { do: 'create'; body: ModelBody } | { do: 'delete' } | { do: 'restore' } | ModelEdit
type ModelEdit = { do: 'change'; body: ModelBody } | { do: 'progress'; amount: number } | { do: 'toggle' }

/**
 * The outcome of a command: the status of a refusal, with the closed months that it is about, or the new state, which is the old one if
 * nothing changed.
 */
export type ModelResult<Of> = { refused: 400 | 404 | 409 | 412; months?: string[] } | { becomes: Of; changed: boolean }

/** The outcome of a command on an entity. @param expected the version of `If-Match`, if any */
export function decide(
  account: ModelAccount,
  kind: ModelKind,
  id: string,
  before: ModelEntity | undefined,
  ask: ModelCommand,
  expected: number | null,
): ModelResult<ModelEntity> {
  const result = decideInOpenMonths(account, kind, id, before, ask, expected)
  const months = 'becomes' in result ? closedMonthsChanged(account, before, result.becomes) : []
  return months.length > 0 ? { refused: 409, months } : result
}

/** The outcome of a command on an entity if no month were closed. */
export function decideInOpenMonths(
  account: ModelAccount,
  kind: ModelKind,
  id: string,
  before: ModelEntity | undefined,
  ask: ModelCommand,
  expected: number | null,
): ModelResult<ModelEntity> {
  if (ask.do === 'create') {
    if (before && !before.gone) return { refused: 409 }
    const fields = initialFields[kind](ask.body)
    const placed = kind === 'transactions' ? placedAtFirst(account, fields, ask.body) : fields
    if (!placed) return { refused: 400 }
    if (kind === 'transactions' && !isFiscalOf(placed.type, ask.body.fiscal)) return { refused: 400 }
    // The id of an entity from before a reset is found to be used last.
    if (before) return { refused: 409 }
    return nextVersion({ kind, id, fields: placed, alive: true, version: 0, createdAt: '', updatedAt: '' })
  }
  if (!before || before.gone) return { refused: 404 }
  if (ask.do === 'restore') return before.alive ? { refused: 409 } : nextVersion({ ...before, alive: true })
  if (!before.alive) return { refused: 404 }
  if (expected !== null && expected !== before.version) return { refused: 412 }
  if (ask.do === 'delete') return nextVersion({ ...before, alive: false })
  const fields = fieldsAfter(account, before, ask)
  if (!fields) return { refused: 400 }
  return haveSameFields(fields, before.fields) ? { becomes: before, changed: false } : nextVersion({ ...before, fields })
}

function nextVersion<Of extends { version: number }>(of: Of): { becomes: Of; changed: true } {
  return { becomes: { ...of, version: of.version + 1 }, changed: true }
}

export function haveSameFields(a: object, b: object): boolean {
  const text = (of: object) => JSON.stringify(Object.entries(of).toSorted(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}

const centavos = (reais: unknown) => Math.round(Number(reais) * 100)

const initialFields: Record<ModelKind, (body: ModelBody) => ModelFields> = {
  transactions: ({ description, amount, type, category, note, fiscal, transactionDate, isScheduled }) => ({
    description: String(description),
    amount: centavos(amount),
    type: String(type),
    category: category || null,
    note: note || null,
    fiscal: fiscalFor(type, fiscal),
    date: String(transactionDate).slice(0, 10),
    isScheduled: isScheduled === true,
    isConfirmed: isScheduled !== true,
    isReceived: isScheduled !== true,
    importId: null,
    statementText: null,
    recurrenceId: null,
    instalment: null,
  }),
  goals: ({ title, targetAmount, currentAmount, deadline, category, priority }) => ({
    title: String(title),
    targetAmount: centavos(targetAmount),
    currentAmount: centavos(currentAmount ?? 0),
    deadline: String(deadline),
    category: String(category),
    priority: String(priority ?? 'medium'),
  }),
  tasks: ({ title, type, estimatedCost, estimatedDate, priority }) => ({
    title: String(title),
    type: String(type ?? 'task'),
    estimatedCost: centavos(estimatedCost ?? 0),
    estimatedDate: String(estimatedDate),
    priority: priorities[String(priority ?? 'medium')] ?? 'medium',
    completed: false,
  }),
}

const priorities: Record<string, string> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  baixa: 'low',
  media: 'medium',
  média: 'medium',
  alta: 'high',
}
/** Set with the wallets, which depend on each other. */
const PLACES = new Set(['walletId', 'toWalletId', 'toDate'])
const MONEY = new Set(['amount', 'targetAmount', 'currentAmount', 'estimatedCost'])

/** Whether a command may name a wallet. */
function isUsable({ wallets }: ModelAccount, id: FieldValue): boolean {
  const wallet = wallets.get(String(id))
  return wallet !== undefined && wallet.alive && !wallet.archived
}

/** A new transaction in its wallets; null for wallets that it may not name. */
function placedAtFirst(account: ModelAccount, fields: ModelFields, body: ModelBody): ModelFields | null {
  const walletId = body.walletId ?? account.mainWallet
  if (body.walletId !== undefined && !isUsable(account, walletId)) return null
  if (fields.type !== 'transfer') return { ...fields, walletId, toWalletId: null, toDate: null }
  if (body.toWalletId === walletId || !isUsable(account, body.toWalletId)) return null
  return { ...fields, category: null, walletId, toWalletId: body.toWalletId, toDate: body.toDate ?? fields.date }
}

/** A transaction in its wallets and on its days after a change; null for wallets that it may not name. */
function placedAfter(account: ModelAccount, before: ModelFields, body: ModelBody, after: ModelFields): ModelFields | null {
  for (const named of [body.walletId, body.toWalletId]) {
    const isThere = named === before.walletId || named === before.toWalletId
    if (named !== undefined && !isThere && !isUsable(account, named)) return null
  }
  const walletId = body.walletId ?? before.walletId
  const { transactionDate, toWalletId, toDate } = body
  const own = String(transactionDate ?? before.date).slice(0, 10)
  if (after.type !== 'transfer') {
    if (toWalletId !== undefined || toDate !== undefined) return null
    if (before.type === 'transfer' && body.walletId === undefined) return null
    // What arrived keeps the day on which it did.
    const hasArrived = before.type === 'transfer' && walletId === before.toWalletId
    const date = hasArrived && transactionDate === undefined ? before.toDate : own
    return { ...after, walletId, toWalletId: null, toDate: null, date }
  }
  if (body.category) return null
  if (before.type !== 'transfer' && (body.walletId === undefined || toWalletId === undefined)) return null
  const destination = toWalletId ?? before.toWalletId
  if (destination === walletId) return null
  const arrivesWithIt = before.type !== 'transfer' || before.toDate === before.date
  return { ...after, category: null, walletId, toWalletId: destination, date: own, toDate: toDate ?? (arrivesWithIt ? own : before.toDate) }
}

const NO_FISCAL: ModelFiscal = { countsAsRevenue: null, activity: null, competence: null, hasInvoice: false, dasOf: null }

/** What a field says for the MEI, completed; null where it says nothing. */
export function parseFiscal(field: FieldValue): ModelFiscal | null {
  return completeFiscal(field ? (JSON.parse(String(field)) as Partial<ModelFiscal>) : null)
}

function completeFiscal(sent: Partial<ModelFiscal> | null): ModelFiscal | null {
  const all = { ...NO_FISCAL, ...sent }
  return haveSameFields(all, NO_FISCAL) ? null : all
}

/** The field with what a transaction of a type may say; null for nothing. */
export function fiscalFor(type: FieldValue, field: FieldValue): string | null {
  const said = parseFiscal(field)
  const income = () => completeFiscal({ ...said, dasOf: null })
  const expense = () => completeFiscal({ dasOf: said?.dasOf ?? null })
  const fitting = type === 'income' ? income() : type === 'expense' ? expense() : null
  return fitting && JSON.stringify(fitting)
}

function isFiscalOf(type: FieldValue, field: FieldValue): boolean {
  const said = parseFiscal(field)
  return fiscalFor(type, field) === (said && JSON.stringify(said))
}

/** A body as it is sent. */
export function toSentBody(body: ModelBody): Record<string, unknown> {
  return body.fiscal ? { ...body, fiscal: JSON.parse(String(body.fiscal)) } : body
}

function fieldsAfter(account: ModelAccount, { kind, fields }: ModelEntity, ask: ModelEdit): ModelFields | null {
  if (ask.do === 'toggle') return { ...fields, completed: !fields.completed }
  if (ask.do === 'progress') {
    const [current, target] = [Number(fields.currentAmount), Number(fields.targetAmount)]
    return { ...fields, currentAmount: current >= target ? current : Math.min(target, current + ask.amount) }
  }
  const after: ModelFields = { ...fields }
  for (const [name, value] of Object.entries(ask.body)) {
    if (name === 'transactionDate') after.date = String(value).slice(0, 10)
    else if (PLACES.has(name)) continue
    else if (name === 'category' || name === 'note') after[name] = value || null
    else if (name === 'priority') after.priority = priorities[String(value)] as string
    else if (MONEY.has(name)) after[name] = centavos(value)
    else after[name] = value
  }
  if (kind !== 'transactions') return after
  const placed = placedAfter(account, fields, ask.body, after)
  if (!placed) return null
  if (ask.body.fiscal !== undefined && !isFiscalOf(placed.type, ask.body.fiscal)) return null
  return withFlags(fields, ask.body, { ...placed, fiscal: fiscalFor(placed.type, placed.fiscal) })
}

/** The three flags of a transaction after a change of any of them; null for a contradiction. */
function withFlags(before: ModelFields, body: ModelBody, after: ModelFields): ModelFields | null {
  const { isConfirmed, isReceived } = body
  if (isConfirmed === false && isReceived === true) return null
  if (!after.isScheduled) {
    if (isConfirmed === false || isReceived === false) return null
    return { ...after, isConfirmed: true, isReceived: true }
  }
  if (isConfirmed === false) return { ...after, isConfirmed: false, isReceived: false }
  if (isReceived === true) return { ...after, isConfirmed: true, isReceived: true }
  const isNewlyScheduled = !before.isScheduled
  const confirmed = isConfirmed === true || (!isNewlyScheduled && before.isConfirmed === true)
  return { ...after, isConfirmed: confirmed, isReceived: confirmed && isReceived !== false && before.isReceived === true }
}

/** A command on the fund; amounts as they are sent. */
export type FundCommand =
  | { do: 'configure'; body: { targetMonths?: number; monthlyExpenseAverage?: number; currentAmount?: number } }
  | { do: 'add' | 'withdraw'; amount: number; description: string | null }

/** The outcome, and the movement if the balance changed. */
export type FundResult = ModelResult<ModelFund> & { movement?: ModelMovement }

/** @param version the last version of the fund, also after a reset deleted it */
export function decideFund(before: ModelFund | null, ask: FundCommand, expected: number | '*' | null, version: number): FundResult {
  if (expected !== null && !before) return { refused: 404 }
  if (typeof expected === 'number' && expected !== before?.version) return { refused: 412 }
  const current = before ?? { targetMonths: 3, monthlyExpenseAverage: 300_000, currentAmount: 0, version }
  if (ask.do === 'configure') {
    const after = {
      ...current,
      targetMonths: ask.body.targetMonths ?? current.targetMonths,
      monthlyExpenseAverage:
        ask.body.monthlyExpenseAverage === undefined ? current.monthlyExpenseAverage : centavos(ask.body.monthlyExpenseAverage),
      currentAmount: ask.body.currentAmount === undefined ? current.currentAmount : centavos(ask.body.currentAmount),
    }
    if (before && haveSameFields(after, before)) return { becomes: before, changed: false }
    return withMovement(current, after, 'adjustment', null)
  }
  const amount = centavos(ask.amount)
  if (ask.do === 'withdraw' && amount > current.currentAmount) return { refused: 400 }
  const after = { ...current, currentAmount: current.currentAmount + (ask.do === 'add' ? amount : -amount) }
  return withMovement(current, after, ask.do === 'add' ? 'deposit' : 'withdrawal', ask.description)
}

function withMovement(before: ModelFund, after: ModelFund, kind: ModelMovement['kind'], description: string | null): FundResult {
  const change = after.currentAmount - before.currentAmount
  const amount = kind === 'withdrawal' ? -change : change
  return { ...nextVersion(after), ...(change !== 0 && { movement: { kind, amount, description, balance: after.currentAmount } }) }
}

/** The entity after an undo of its last change. @param before the state before that change; undefined for the first one */
export function undoChange(now: ModelEntity, before: ModelEntity | undefined): ModelEntity {
  return { ...now, fields: before?.alive ? before.fields : now.fields, alive: before?.alive ?? false, version: now.version + 1 }
}

/** The fund after an undo of its last change, and the movement; an undo of its first change deletes it. */
export function undoFundChange(
  now: ModelFund,
  before: ModelFund | null,
  by: FundCommand['do'],
): { fund: ModelFund | null; movement: ModelMovement | null } {
  const change = (before?.currentAmount ?? 0) - now.currentAmount
  const opposite = { add: 'withdrawal', withdraw: 'deposit', configure: 'adjustment' } as const
  const kind = before ? opposite[by] : 'adjustment'
  const movement = { kind, amount: kind === 'withdrawal' ? -change : change, description: null, balance: before?.currentAmount ?? 0 }
  return { fund: before && { ...before, version: now.version + 1 }, movement: change === 0 ? null : movement }
}

/** Deletes everything but the person's profile. */
export function reset(account: ModelAccount): void {
  for (const [id, thing] of account.things) account.things.set(id, { ...thing, alive: false, gone: true })
  account.fund = null
  account.movements = []
  account.wallets.clear()
  addInitialWallet(account, account.initialWallet, String(account.profile.createdAt))
  account.usedWallets.clear()
  for (const balance of account.balances.values()) balance.statements = []
  account.rules.clear()
  account.mei = null
  account.deliveries.clear()
  account.reminders = initialReminders
  account.months.clear()
  for (const [id, attachment] of account.attachments) account.attachments.set(id, { ...attachment, alive: false, gone: true })
}

/** The receipts of a transaction that were not removed, oldest first. They return with a deleted transaction. */
export function attachmentsOf({ attachments }: ModelAccount, transactionId: string): ModelAttachment[] {
  const place = ({ createdAt, id }: ModelAttachment) => [createdAt, id] as const
  const alive = [...attachments.values()].filter((each) => each.alive && each.transactionId === transactionId)
  return alive.toSorted((one, other) => comparePlaces(place(one), place(other)))
}

/** Whether a receipt can be read: it goes and returns with its transaction. */
export function isAttachmentThere({ things }: ModelAccount, { alive, transactionId }: ModelAttachment): boolean {
  return alive && things.get(transactionId)?.alive === true
}

/** A receipt as the API returns it. */
export function toAttachmentAnswer({ id, transactionId, name, type, size, createdAt, version }: ModelAttachment): Record<string, unknown> {
  return { id, transactionId, name, type, size, createdAt, version }
}

/** The bytes of an account's receipts; removed ones keep theirs for 30 days. */
export function attachedBytes({ attachments }: ModelAccount): number {
  return [...attachments.values()].reduce((sum, { gone, size }) => sum + (gone ? 0 : size), 0)
}

/** An entity as the API returns it. */
export function toAnswer(
  account: ModelAccount,
  { kind, id, fields, version, createdAt, updatedAt }: ModelEntity,
  userId: string,
): Record<string, unknown> {
  const inReais = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, MONEY.has(name) ? Number(value) / 100 : value]))
  const derived = kind === 'goals' ? { completed: Number(fields.currentAmount) >= Number(fields.targetAmount) } : {}
  const said = kind === 'transactions' ? { fiscal: parseFiscal(fields.fiscal), attachmentCount: attachmentsOf(account, id).length } : {}
  return { id, userId, ...inReais, ...said, ...derived, createdAt, updatedAt, version }
}

/** The fund as the API returns it on a day. */
export function toFundAnswer(account: ModelAccount, userId: string, today: string): Record<string, unknown> | null {
  const { fund } = account
  if (!fund) return null
  const average = expenseAverage(account, today) || fund.monthlyExpenseAverage
  return {
    id: userId,
    userId,
    targetMonths: fund.targetMonths,
    monthlyExpenseAverage: fund.monthlyExpenseAverage / 100,
    currentAmount: fund.currentAmount / 100,
    targetAmount: (fund.targetMonths * average) / 100,
    version: fund.version,
  }
}

/** The mean expenses of the last three months, in centavos, rounded half up. */
function expenseAverage(account: ModelAccount, today: string): number {
  const from = threeMonthsBefore(today)
  const spent = [...account.things.values()]
    .filter(({ kind, alive, fields }) => kind === 'transactions' && alive && fields.type === 'expense' && state(fields) === 'settled')
    .filter(({ fields }) => String(fields.date) >= from && String(fields.date) <= today)
    .reduce((sum, { fields }) => sum + Number(fields.amount), 0)
  return Math.floor((spent * 2 + 3) / 6)
}

function threeMonthsBefore(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 4, Math.min(day, last))).toISOString().slice(0, 10)
}

function state({ isScheduled, isConfirmed, isReceived }: ModelFields): 'settled' | 'pending' | 'not_received' {
  if (!isScheduled) return 'settled'
  if (!isConfirmed) return 'pending'
  return isReceived ? 'settled' : 'not_received'
}

/** Whether an entity is an expected transaction. */
export function isPending({ kind, fields }: ModelEntity): boolean {
  return kind === 'transactions' && state(fields) === 'pending'
}

/** Whether a transaction is settled. */
export function isSettled({ kind, alive, fields }: ModelEntity): boolean {
  return kind === 'transactions' && alive && state(fields) === 'settled'
}

/** The months that a transaction counts in while it is settled: of a transfer those of both its days. */
export function settledMonths(thing: ModelEntity): string[] {
  const days = isSettled(thing) ? [thing.fields.date, thing.fields.toDate ?? thing.fields.date] : []
  return [...new Set(days.map((day) => String(day).slice(0, 7)))]
}

/** What a closed month holds fixed of a settled transaction. */
function heldOf({ id, fields }: ModelEntity): string {
  const { date, amount, type, description, category, walletId, toWalletId, toDate } = fields
  return JSON.stringify([id, date, amount, type, description, category || null, walletId, toWalletId, toDate])
}

/** The closed months whose settled transactions a change of one makes others. */
export function closedMonthsChanged(account: ModelAccount, before: ModelEntity | undefined, after: ModelEntity): string[] {
  const [left, reached] = [before ? settledMonths(before) : [], settledMonths(after)]
  if (before && left.length > 0 && reached.length > 0 && heldOf(before) === heldOf(after)) return []
  return [...new Set([...left, ...reached])].filter((month) => account.months.get(month)?.isClosed).toSorted()
}

/** What is settled in a month, as far as a closed month holds it fixed. */
export function monthContent({ things }: ModelAccount, month: string): string {
  const within = [...things.values()].filter((thing) => settledMonths(thing).includes(month))
  return within.map(heldOf).toSorted().join('\n')
}

/** The totals of a month at its closing; a transfer counts in the month in which it leaves. */
export function monthTotals({ things }: ModelAccount, month: string): Record<string, number> {
  const within = [...things.values()].filter((thing) => isSettled(thing) && String(thing.fields.date).startsWith(month))
  const sum = (type: string) => within.reduce((all, { fields }) => all + (fields.type === type ? Number(fields.amount) : 0), 0)
  const [income, expense] = [sum('income'), sum('expense')]
  return { income: income / 100, expense: expense / 100, balance: (income - expense) / 100, count: within.length }
}

/** A month as the API returns it. */
export function toMonthAnswer(account: ModelAccount, month: string): Record<string, unknown> {
  const known = account.months.get(month)
  if (!known?.isClosed) {
    const changedSinceFirstClosing = known !== undefined && monthContent(account, month) !== known.firstContent
    return { month, state: 'open', closedAt: null, position: null, totals: null, changedSinceFirstClosing }
  }
  const { content, ...closing } = known.closing
  return { month, state: 'closed', ...closing, changedSinceFirstClosing: content !== known.firstContent }
}

/** The summary of the transactions as the API returns it: of some wallets or of all, of a month or of all time. */
export function summary(account: ModelAccount, wallets: readonly string[] | null = null, month = ''): Record<string, number> {
  const totals = { income: 0, expense: 0, scheduledIncome: 0, scheduledExpense: 0, transferIn: 0, transferOut: 0, count: 0 }
  const within = (id: FieldValue) => wallets === null || wallets.includes(String(id))
  for (const thing of account.things.values()) {
    const { kind, alive, fields } = thing
    if (kind !== 'transactions' || !alive || state(fields) === 'not_received' || !String(fields.date).startsWith(month)) continue
    const [amount, income] = [Number(fields.amount), fields.type === 'income']
    if (fields.type === 'transfer') {
      if (!isSettled(thing)) continue
      if (wallets?.includes(String(fields.walletId))) totals.transferOut += amount
      if (wallets?.includes(String(fields.toWalletId))) totals.transferIn += amount
      // A month counts income and expenses alone.
      if (month === '' && (within(fields.walletId) || within(fields.toWalletId))) totals.count++
    } else if (within(fields.walletId) && state(fields) === 'pending') totals[income ? 'scheduledIncome' : 'scheduledExpense'] += amount
    else if (within(fields.walletId)) {
      totals[income ? 'income' : 'expense'] += amount
      totals.count++
    }
  }
  const { count, ...amounts } = { ...totals, balance: totals.income - totals.expense }
  return { ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value / 100])), count }
}

/** What stands as the balance of each day: of one day the statement made last that is not undone. */
function standingBalances(account: ModelAccount, walletId: string): Map<string, number> {
  const standing = new Map<string, number>()
  for (const { said, isUndone } of account.balances.get(walletId)?.statements ?? []) if (!isUndone) standing.set(said.date, said.amount)
  return standing
}

/** The balance that stands for a day of a wallet; undefined for none. */
export function standingOn(account: ModelAccount, walletId: string, date: string): number | undefined {
  return standingBalances(account, walletId).get(date)
}

/** The balance of a wallet's latest day as the API returns it; null without one. */
export function statedBalance(account: ModelAccount, walletId: string): { amount: number; date: string; version: number } | null {
  const [latest] = [...standingBalances(account, walletId)].toSorted(([one], [other]) => (one > other ? -1 : 1))
  return latest ? { date: latest[0], amount: latest[1] / 100, version: account.balances.get(walletId)?.version ?? 0 } : null
}

/** A wallet's balance at the end of a day, in centavos, and the day of the stated one that it goes back to. */
function balanceOn(account: ModelAccount, walletId: string, day: string): { amount: number; statedOn: string | null } {
  let [since, amount] = ['', 0]
  for (const [date, stated] of standingBalances(account, walletId)) if (date <= day && date > since) [since, amount] = [date, stated]
  const moved = (date: FieldValue, change: number) => {
    if (String(date) > since && String(date) <= day) amount += change
  }
  for (const thing of account.things.values()) {
    if (!isSettled(thing)) continue
    const { fields } = thing
    const change = Number(fields.amount)
    if (fields.walletId === walletId) moved(fields.date, fields.type === 'income' ? change : -change)
    if (fields.toWalletId === walletId) moved(fields.toDate, change)
  }
  return { amount, statedOn: since || null }
}

/** A wallet as the API returns it on a day. Statements of banks are attached to none here. */
export function toWalletAnswer(
  account: ModelAccount,
  { alive: _alive, ...wallet }: ModelWallet,
  userId: string,
  today: string,
): Record<string, unknown> {
  const { amount, statedOn } = balanceOn(account, wallet.id, today)
  const balance = { amount: amount / 100, date: today, source: statedOn === null ? 'sums' : 'stated' }
  return { ...wallet, userId, isMain: wallet.id === account.mainWallet, balance, statedOn, statementAccounts: [] }
}

/** A rule as the API returns it. */
export function toRuleAnswer({ alive: _alive, ...rule }: ModelRule): Record<string, unknown> {
  return rule
}

/** The rules as the API lists them. */
export function rulesInOrder({ rules }: ModelAccount): Record<string, unknown>[] {
  const place = ({ text, type, id }: ModelRule) => [searchable(text), text, type ?? '', id] as const
  const alive = [...rules.values()].filter((rule) => rule.alive)
  return alive.toSorted((one, other) => comparePlaces(place(one), place(other))).map(toRuleAnswer)
}

/** The income and expenses that have a category, added up as the API lists them. */
export function usedCategories(account: ModelAccount, today: string): Record<string, unknown>[] {
  const groups = groupBy(
    flows(account).filter(({ fields }) => fields.category !== null),
    ({ fields }) => `${fields.type} ${fields.category}`,
  )
  const categories = [...groups.values()].map((group) => {
    const { type, category } = (group[0] as ModelEntity).fields
    const settled = group.filter((thing) => isSettled(thing) && String(thing.fields.date).startsWith(today.slice(0, 4)))
    const total = settled.reduce((sum, { fields }) => sum + Number(fields.amount), 0) / 100
    const dates = group.map(({ fields }) => String(fields.date)).sort()
    const lastDate = dates.findLast((date) => date <= today) ?? dates[0]
    return { type, category, count: group.length, lastDate, total }
  })
  const place = ({ type, category, count }: (typeof categories)[number]) => [-count, String(category), String(type)] as const
  return categories.toSorted((one, other) => comparePlaces(place(one), place(other)))
}

/** What income and expenses of the two years until a day's month were called, as the API lists it. */
export function usedDescriptions(account: ModelAccount, today: string): Record<string, unknown>[] {
  const from = addMonths(`${today.slice(0, 7)}-01`, -23)
  const until = addMonths(`${today.slice(0, 7)}-01`, 1)
  const groups = groupBy(
    flows(account).filter(({ fields }) => String(fields.date) >= from && String(fields.date) < until),
    ({ fields }) => `${fields.type} ${alike(String(fields.description))}`,
  )
  const descriptions = [...groups.values()].map((group) => {
    const { description, type, category, amount, walletId, date } = latestOf(group).fields
    return { description, type, category, amount: Number(amount) / 100, walletId, count: group.length, lastDate: date }
  })
  const place = ({ count, lastDate, description, type }: (typeof descriptions)[number]) =>
    [-count, -Date.parse(String(lastDate)), String(description), String(type)] as const
  return descriptions.toSorted((one, other) => comparePlaces(place(one), place(other)))
}

function flows({ things }: ModelAccount): ModelEntity[] {
  return [...things.values()].filter(({ kind, alive, fields }) => kind === 'transactions' && alive && fields.type !== 'transfer')
}

function groupBy(things: readonly ModelEntity[], nameOf: (thing: ModelEntity) => string): Map<string, ModelEntity[]> {
  const groups = new Map<string, ModelEntity[]>()
  for (const thing of things) groups.set(nameOf(thing), [...(groups.get(nameOf(thing)) ?? []), thing])
  return groups
}

/** The latest of some transactions by day, of these the one that was created last. */
function latestOf(group: readonly ModelEntity[]): ModelEntity {
  const place = ({ fields, createdAt, id }: ModelEntity) => [String(fields.date), createdAt, id] as const
  return group.reduce((last, each) => (comparePlaces(place(last), place(each)) < 0 ? each : last))
}

/** Compares two sort keys, member by member. */
export function comparePlaces(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, value] of one.entries()) if (value !== other[index]) return value < (other[index] as typeof value) ? -1 : 1
  return 0
}

/** The wallets that exist, in the order of the list: archived ones last. */
export function walletsInOrder({ wallets }: ModelAccount): ModelWallet[] {
  const place = ({ archived, order, createdAt, id }: ModelWallet) => [Number(archived), order, createdAt, id] as const
  return [...wallets.values()].filter(({ alive }) => alive).toSorted((one, other) => comparePlaces(place(one), place(other)))
}

/** What banks and cash hold that are not archived, as a forecast opens on a day. */
export function opening(account: ModelAccount, today: string): { amount: number; source: string } {
  const onHand = walletsInOrder(account).filter(({ kind, archived }) => kind !== 'card' && !archived)
  const amount = onHand.reduce((sum, { id }) => sum + balanceOn(account, id, today).amount, 0)
  return { amount: amount / 100, source: balanceOn(account, account.mainWallet, today).statedOn === null ? 'sums' : 'stated' }
}

/** The changes of a renamed category outside the transactions, and how they are undone. */
export interface RenamedElsewhere {
  count: number
  undo: () => void
  redo: () => void
}

export const NOT_RENAMED: RenamedElsewhere = { count: 0, undo: () => undefined, redo: () => undefined }

/** Whether a wallet has pending transactions. */
export function hasPending(account: ModelAccount, walletId: string): boolean {
  return [...account.things.values()].some(
    (thing) => thing.alive && isPending(thing) && (thing.fields.walletId === walletId || thing.fields.toWalletId === walletId),
  )
}
