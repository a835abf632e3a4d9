/**
 * The model: what an account has to hold after its commands. Neither it, its decider nor its answers import from the deciders and
 * projections, which are compared with it. Amounts are in centavos, names are those of the API.
 */

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

export function haveSameFields(a: object, b: object): boolean {
  const text = (of: object) => JSON.stringify(Object.entries(of).toSorted(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}

/** The fields that are amounts. */
export const MONEY = new Set(['amount', 'targetAmount', 'currentAmount', 'estimatedCost'])

const NO_FISCAL: ModelFiscal = { countsAsRevenue: null, activity: null, competence: null, hasInvoice: false, dasOf: null }

/** What a field says for the MEI, completed; null where it says nothing. */
export function parseFiscal(field: FieldValue): ModelFiscal | null {
  return completeFiscal(field ? (JSON.parse(String(field)) as Partial<ModelFiscal>) : null)
}

/** With all its members; null where it says nothing. */
export function completeFiscal(sent: Partial<ModelFiscal> | null): ModelFiscal | null {
  const all = { ...NO_FISCAL, ...sent }
  return haveSameFields(all, NO_FISCAL) ? null : all
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

/** The bytes of an account's receipts; removed ones keep theirs for 30 days. */
export function attachedBytes({ attachments }: ModelAccount): number {
  return [...attachments.values()].reduce((sum, { gone, size }) => sum + (gone ? 0 : size), 0)
}

export function stateOf({ isScheduled, isConfirmed, isReceived }: ModelFields): 'settled' | 'pending' | 'not_received' {
  if (!isScheduled) return 'settled'
  if (!isConfirmed) return 'pending'
  return isReceived ? 'settled' : 'not_received'
}

/** Whether an entity is an expected transaction. */
export function isPending({ kind, fields }: ModelEntity): boolean {
  return kind === 'transactions' && stateOf(fields) === 'pending'
}

/** Whether a transaction is settled. */
export function isSettled({ kind, alive, fields }: ModelEntity): boolean {
  return kind === 'transactions' && alive && stateOf(fields) === 'settled'
}

/** The months that a transaction counts in while it is settled: of a transfer those of both its days. */
export function settledMonths(thing: ModelEntity): string[] {
  const days = isSettled(thing) ? [thing.fields.date, thing.fields.toDate ?? thing.fields.date] : []
  return [...new Set(days.map((day) => String(day).slice(0, 7)))]
}

/** What a closed month holds fixed of a settled transaction. */
export function heldOf({ id, fields }: ModelEntity): string {
  const { date, amount, type, description, category, walletId, toWalletId, toDate } = fields
  return JSON.stringify([id, date, amount, type, description, category || null, walletId, toWalletId, toDate])
}

/** What is settled in a month, as far as a closed month holds it fixed. */
export function monthContent({ things }: ModelAccount, month: string): string {
  const within = [...things.values()].filter((thing) => settledMonths(thing).includes(month))
  return within.map(heldOf).toSorted().join('\n')
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
