import type { CalendarDate } from '@prumo/shared/calendar'
import type { LineState, StatementFormat } from '@prumo/shared/import-rules'
import type { AcceptedImport, ImportAnswer, ImportPreview, NewImport, PreviewedRows } from '@prumo/shared/imports'
import { flagsAtFirst, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { newId } from '../lib/new-id'
import { derivedKind, type Command, type CommandKind, type NewCommand } from './sync/command'
import { defaultDetails, namesOfWallets } from './transaction-commands'
import { IMPORTS_SCREEN, IMPORT_SCREEN } from './screens'

/** A line of a statement as the person accepted it. */
export interface AcceptedLine {
  /** The id of its transaction. */
  id: string
  key: string
  date: CalendarDate
  amount: number
  type: FlowType
  description: string
  category: string | null
  /** The bank's own text, if the description is another. */
  statementText?: string
  /** The rule from which the category came. */
  ruleId?: string
  /** Its state when it was accepted. */
  state: LineState
  /** The pending transaction that it settles, as it was then. */
  settles?: Transaction
  /** The transaction of another wallet that is the other side of this transfer, as it was then. */
  joins?: Transaction
  /** The wallet on the other side of a new transfer. */
  otherWallet?: string
}

/** A statement as the person accepted it. */
export interface AcceptedStatement {
  fileName: string
  format: StatementFormat
  bank: string | null
  account: string | null
  /** Null for the wallet that the account belongs to, else the main one: for a device that does not know the wallets. */
  walletId: string | null
  closing: { date: CalendarDate; balance: number } | null
  rows: readonly AcceptedLine[]
  /** Whether its lines had been compared with the account. */
  isCompared: boolean
}

/** @param draft all choices, to open the review with again */
export function acceptStatement(statement: AcceptedStatement, draft: unknown): NewCommand<AcceptedImport, AcceptedStatement> {
  return { name: 'import.accept', entity: 'import', entityId: newId(), args: statement, base: null, draft }
}

export function undoImport(seen: AcceptedImport): NewCommand<AcceptedImport, null> {
  return { name: 'import.undo', entity: 'import', entityId: seen.id, args: null, base: seen }
}

const parseImport = (body: unknown): AcceptedImport => (body as ImportAnswer).import

/** A comparison is recent for this long, and not repeated before sending. */
const COMPARED_MS = 60_000

const acceptKind: CommandKind<AcceptedImport, AcceptedStatement> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  precheck: ({ args, at }) => (args.isCompared && Date.now() - Date.parse(at) < COMPARED_MS ? null : compareAgain(args)),
  derivedCommands: ({ entityId, args: { rows, walletId } }) => rows.map((row) => lineCommand(row, entityId, walletId)),
  dependencies: ({ args: { rows, walletId } }) => namesOfWallets(walletId, ...new Set(rows.map(({ otherWallet }) => otherWallet))),
  request: ({ entityId, args }) => ({ method: 'POST', path: '/imports', body: toBody(entityId, args) }),
  parseAnswer: parseImport,
  apply: (now, command) => now ?? createImport(command),
  invert: (command, after) => undoImport(after ?? createImport(command)),
  words: ({ args }) => ({
    subject: args.bank === null ? args.fileName : `Extrato, ${args.bank}`,
    centavos: sumOf(args.rows, 'income') - sumOf(args.rows, 'expense'),
    pastTense: `Você importou ${transactions(args.rows.length)}`,
    noun: 'Importação',
    infinitive: `importar ${args.fileName}`,
    accepted: args.rows.length === 1 ? '1 transação importada' : `${plain.format(args.rows.length)} transações importadas`,
    offersUndo: true,
    address: IMPORT_SCREEN,
    advice: 'Confira de novo: suas escolhas continuam, e o que já está na conta fica de fora.',
  }),
}

/**
 * The undone import's transactions stay on the screen until the server answers, because only the server knows which were changed
 * since.
 */
const undoKind: CommandKind<AcceptedImport, null> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => ['undoneAt'],
  request: ({ entityId }) => ({ method: 'POST', path: `/imports/${entityId}/undo` }),
  parseAnswer: parseImport,
  apply: (now, { at }) => now && { ...now, undoneAt: now.undoneAt ?? at },
  invert: () => null,
  words: ({ base }) => ({
    subject: base?.fileName ?? 'Importação',
    centavos: null,
    pastTense: 'Você desfez a importação',
    noun: 'Importação desfeita',
    infinitive: `desfazer a importação de ${base?.fileName ?? 'um extrato'}`,
    accepted: 'Importação desfeita',
    offersUndo: false,
    address: IMPORTS_SCREEN,
  }),
}

export const importCommands = { 'import.accept': acceptKind, 'import.undo': undoKind }

interface ImportedLineArgs {
  importId: string
  /** The wallet of the statement; null if the device does not know it. */
  walletId: string | null
  row: AcceptedLine
}

function lineCommand(row: AcceptedLine, importId: string, walletId: string | null): NewCommand<Transaction, ImportedLineArgs> {
  const args = { importId, walletId, row }
  const { settles, joins } = row
  if (settles) return { name: 'import.settle', entity: 'transaction', entityId: settles.id, args, base: settles }
  if (joins) return { name: 'import.join', entity: 'transaction', entityId: joins.id, args, base: joins }
  return { name: 'import.line', entity: 'transaction', entityId: row.id, args, base: null }
}

const lineKind: CommandKind<Transaction, ImportedLineArgs> = {
  ...derivedKind,
  lifecycle: 'creates',
  apply: (now, { account, at, args }) => now ?? createTransaction(args, account, at),
}

const settleKind: CommandKind<Transaction, ImportedLineArgs> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args: { importId, row } }) =>
    now &&
    (now.importId === importId
      ? now
      : { ...now, date: row.date, isConfirmed: true, isReceived: true, importId, statementText: row.statementText ?? null }),
}

const joinKind: CommandKind<Transaction, ImportedLineArgs> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args: { walletId, row } }) => now && (walletId === null ? now : joined(now, row, walletId)),
}

/** The commands of an import on transactions; never stored. */
export const importDerivedCommands = { 'import.line': lineKind, 'import.settle': settleKind, 'import.join': joinKind }

/** A transaction of another wallet as a transfer whose side in this wallet is the line. */
function joined(now: Transaction, { type, date }: AcceptedLine, walletId: string): Transaction {
  const settled = { ...now, category: null, isConfirmed: true, isReceived: true }
  const leaves = type === 'expense'
  if (now.type === 'transfer') return { ...settled, ...(leaves ? { date } : { toDate: date }) }
  const [from, to] = leaves ? [walletId, now.walletId] : [now.walletId, walletId]
  const days = leaves ? { date, toDate: now.date } : { date: now.date, toDate: date }
  return { ...settled, type: 'transfer', walletId: from, toWalletId: to, ...days }
}

function createTransaction({ row, importId, walletId }: ImportedLineArgs, userId: string, at: string): Transaction {
  const { id, type, amount, description, category, statementText = null, date, otherWallet } = row
  const own = walletId ?? defaultDetails.walletId
  const place = otherWallet === undefined ? { type, walletId: own, category } : transferBetween(type, own, otherWallet, date)
  const details = { amount, description, statementText, date, ...place }
  const flags = flagsAtFirst(false)
  return { id, userId, ...defaultDetails, ...details, ...flags, importId, createdAt: at, updatedAt: at, version: 1 }
}

function transferBetween(type: FlowType, own: string, other: string, date: CalendarDate) {
  const [walletId, toWalletId] = type === 'expense' ? [own, other] : [other, own]
  return { type: 'transfer' as const, walletId, toWalletId, toDate: date, category: null }
}

function createImport({ entityId, args, at }: Command<AcceptedImport, AcceptedStatement>): AcceptedImport {
  const { fileName, format, bank, closing, rows, walletId } = args
  const days = rows.map(({ date }) => date).sort()
  return {
    id: entityId,
    fileName,
    format,
    bank,
    walletId: walletId ?? defaultDetails.walletId,
    closing,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    count: rows.length,
    income: sumOf(rows, 'income'),
    expense: sumOf(rows, 'expense'),
    settled: rows.filter(({ settles }) => settles).length,
    createdAt: at,
    undoneAt: null,
    keptCount: 0,
    version: 0,
  }
}

function toBody(id: string, { rows, fileName, format, bank, account, walletId, closing }: AcceptedStatement): NewImport {
  return {
    id,
    fileName,
    format,
    bank,
    account,
    ...(walletId !== null && { walletId }),
    closing,
    rows: rows.map(({ id: rowId, key, date, amount, type, description, category, statementText, ruleId, settles, joins, otherWallet }) => ({
      id: rowId,
      key,
      date,
      amount,
      type,
      description,
      category,
      ...(statementText !== undefined && { statementText }),
      ...(ruleId !== undefined && { ruleId }),
      ...(settles && { settles: settles.id }),
      ...(joins && { joins: joins.id }),
      ...(otherWallet !== undefined && { [type === 'expense' ? 'toWalletId' : 'fromWalletId']: otherWallet }),
    })),
  }
}

/**
 * Compares the lines again before sending. A line may go if its state is unchanged, or if the account has nothing like it any more.
 */
function compareAgain({ format, bank, account, walletId, rows }: AcceptedStatement) {
  const body: ImportPreview = {
    format,
    bank,
    account,
    ...(walletId !== null && { walletId }),
    rows: rows.map(({ key, date, amount, type, description, statementText }) => ({
      key,
      date,
      amount,
      type,
      description,
      ...(statementText !== undefined && { statementText }),
    })),
  }
  return {
    request: { method: 'POST' as const, path: '/imports/preview', body },
    refusal: (answered: unknown): string | null => {
      const { rows: found } = answered as PreviewedRows
      const others = rows.filter((row, index) => hasChanged(row, found[index]))
      if (others.length === 0) return null
      const count = `${plain.format(others.length)} de ${plain.format(rows.length)}`
      return `${count} ${others.length === 1 ? 'linha deste extrato já está' : 'linhas deste extrato já estão'} na conta, ou ${others.length === 1 ? 'era esperada' : 'eram esperadas'}.`
    },
  }
}

function hasChanged({ state, settles, joins }: AcceptedLine, found: PreviewedRows['rows'][number] | undefined): boolean {
  if (!found) return true
  if (settles) return found.state !== 'expected' || found.transactionId !== settles.id
  if (joins) return found.state !== 'other_side' || found.transactionId !== joins.id
  // The person has already accepted the line despite a similar transaction.
  return found.state !== 'new' && found.state !== state
}

function sumOf(rows: readonly AcceptedLine[], type: FlowType): number {
  return rows.reduce((sum, row) => (row.type === type ? sum + row.amount : sum), 0)
}

function transactions(count: number): string {
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

const plain = new Intl.NumberFormat('pt-BR')
