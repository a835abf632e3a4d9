/** The outcome of a command in the model, and of its undo. */
import {
  completeFiscal,
  haveSameFields,
  heldOf,
  MONEY,
  parseFiscal,
  settledMonths,
  type FieldValue,
  type ModelAccount,
  type ModelBody,
  type ModelEntity,
  type ModelFields,
  type ModelFund,
  type ModelKind,
  type ModelMovement,
} from './test-model.js'

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

/** The closed months whose settled transactions a change of one makes others. */
export function closedMonthsChanged(account: ModelAccount, before: ModelEntity | undefined, after: ModelEntity): string[] {
  const [left, reached] = [before ? settledMonths(before) : [], settledMonths(after)]
  if (before && left.length > 0 && reached.length > 0 && heldOf(before) === heldOf(after)) return []
  return [...new Set([...left, ...reached])].filter((month) => account.months.get(month)?.isClosed).toSorted()
}
