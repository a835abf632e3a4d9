import type { CalendarDate } from '@prumo/shared/calendar'
import type { LineState, StatementFormat } from '@prumo/shared/import-rules'
import type { AcceptedImport, ImportAnswer, ImportPreview, NewImport, PreviewedRows } from '@prumo/shared/imports'
import { flagsAtFirst, type FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { newId } from '../lib/new-id'
import { derivedKind, type Command, type CommandKind, type NewCommand } from './sync/command'
import { defaultDetails } from './transaction-commands'
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
  /** Its state when it was accepted. */
  state: LineState
  /** The pending transaction that it settles, as it was then. */
  settles?: Transaction
}

/** A statement as the person accepted it. */
export interface AcceptedStatement {
  fileName: string
  format: StatementFormat
  bank: string | null
  account: string | null
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
  derivedCommands: ({ entityId, args }) => args.rows.map((row) => lineCommand(row, entityId)),
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
  row: AcceptedLine
}

function lineCommand(row: AcceptedLine, importId: string): NewCommand<Transaction, ImportedLineArgs> {
  const args = { importId, row }
  if (!row.settles) return { name: 'import.line', entity: 'transaction', entityId: row.id, args, base: null }
  return { name: 'import.settle', entity: 'transaction', entityId: row.settles.id, args, base: row.settles }
}

const lineKind: CommandKind<Transaction, ImportedLineArgs> = {
  ...derivedKind,
  lifecycle: 'creates',
  apply: (now, { account, at, args: { importId, row } }) => now ?? createTransaction(row, importId, account, at),
}

const settleKind: CommandKind<Transaction, ImportedLineArgs> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args: { importId, row } }) =>
    now && (now.importId === importId ? now : { ...now, date: row.date, isConfirmed: true, isReceived: true, importId }),
}

/** The commands of an import on transactions; never stored. */
export const importDerivedCommands = { 'import.line': lineKind, 'import.settle': settleKind }

function createTransaction(
  { id, type, amount, description, category, date }: AcceptedLine,
  importId: string,
  userId: string,
  at: string,
): Transaction {
  const details = { type, amount, description, category, date }
  const flags = flagsAtFirst(false)
  return { id, userId, ...defaultDetails, ...details, ...flags, importId, createdAt: at, updatedAt: at, version: 1 }
}

function createImport({ entityId, args, at }: Command<AcceptedImport, AcceptedStatement>): AcceptedImport {
  const { fileName, format, bank, closing, rows } = args
  const days = rows.map(({ date }) => date).sort()
  return {
    id: entityId,
    fileName,
    format,
    bank,
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

function toBody(id: string, { rows, fileName, format, bank, account, closing }: AcceptedStatement): NewImport {
  return {
    id,
    fileName,
    format,
    bank,
    account,
    closing,
    rows: rows.map(({ id: rowId, key, date, amount, type, description, category, settles }) => ({
      id: rowId,
      key,
      date,
      amount,
      type,
      description,
      category,
      ...(settles && { settles: settles.id }),
    })),
  }
}

/**
 * Compares the lines again before sending. A line may go if its state is unchanged, or if the account has nothing like it any more.
 */
function compareAgain({ format, bank, account, rows }: AcceptedStatement) {
  const body: ImportPreview = {
    format,
    bank,
    account,
    rows: rows.map(({ key, date, amount, type, description }) => ({ key, date, amount, type, description })),
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

function hasChanged({ state, settles }: AcceptedLine, found: PreviewedRows['rows'][number] | undefined): boolean {
  if (!found) return true
  if (settles) return found.state !== 'expected' || found.transactionId !== settles.id
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
