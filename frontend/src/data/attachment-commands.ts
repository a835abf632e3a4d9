import type { Attachment, AttachmentAnswer } from '@prumo/shared/attachments'
import type { AttachmentType } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { FILE_MS } from '../lib/api'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { TRANSACTIONS_SCREEN } from './screens'
import { derivedKind, type CommandKind, type CommandWords, type NewCommand } from './sync/command'

/** What a new receipt is; its bytes are stored with the command. */
interface AddedAttachment {
  name: string
  type: AttachmentType
  size: number
  /** The transaction, as seen: its list and sums show the receipt at once. */
  transaction: Transaction
}

/** Of a receipt that is removed or restored. */
interface AttachedTo {
  transaction: Transaction
}

/** A change of a transaction's number of receipts. */
interface CountChange {
  by: 1 | -1
}

/** A new receipt. Enqueued with its bytes as its file. */
export function addAttachment(
  transaction: Transaction,
  { name, type, size }: Pick<Attachment, 'name' | 'type' | 'size'>,
  id: string = newId(),
): NewCommand<Attachment, AddedAttachment> {
  return { name: 'attachment.add', entity: 'attachment', entityId: id, args: { name, type, size, transaction }, base: null }
}

/** The server keeps the bytes of a removed receipt for 30 days, in which it can be restored. */
export function removeAttachment(seen: Attachment, transaction: Transaction): NewCommand<Attachment, AttachedTo> {
  return { name: 'attachment.remove', entity: 'attachment', entityId: seen.id, args: { transaction }, base: seen }
}

function restoreAttachment(removed: Attachment, transaction: Transaction): NewCommand<Attachment, AttachedTo> {
  return { name: 'attachment.restore', entity: 'attachment', entityId: removed.id, args: { transaction }, base: removed }
}

const parseAttachment = (body: unknown): Attachment => (body as AttachmentAnswer).attachment

/** What the transaction's rows and sums show of a receipt more or less. */
function countEffect(transaction: Transaction, by: 1 | -1): readonly NewCommand<Transaction, CountChange>[] {
  return [{ name: 'transaction.attachments', entity: 'transaction', entityId: transaction.id, args: { by }, base: transaction }]
}

/** A transaction that holds this many more receipts. */
export function withAttachments(transaction: Transaction, by: number): Transaction {
  return { ...transaction, attachmentCount: Math.max(0, transaction.attachmentCount + by) }
}

const addKind: CommandKind<Attachment, AddedAttachment> = {
  lifecycle: 'creates',
  requiresVersion: false,
  sendsFile: true,
  affectedFields: () => [],
  dependencies: ({ args }) => [{ entity: 'transaction', entityId: args.transaction.id }],
  shownEffects: ({ args }) => countEffect(args.transaction, 1),
  request: ({ entityId: id, args }) => ({
    method: 'POST',
    path: `/transactions/${args.transaction.id}/attachments?${new URLSearchParams({ id, name: args.name })}`,
    timeoutMs: FILE_MS,
  }),
  parseAnswer: parseAttachment,
  apply: (now, { entityId, args, at }) => now ?? createAttachment(entityId, args, at),
  invert: ({ entityId, args, at }, after) => removeAttachment(after ?? createAttachment(entityId, args, at), args.transaction),
  words: ({ args }) => ({
    ...common(args.transaction),
    pastTense: 'Você juntou',
    noun: 'Comprovante novo',
    infinitive: `juntar ${args.name}`,
    accepted: 'Comprovante adicionado',
    offersUndo: true,
  }),
}

function createAttachment(id: string, { name, type, size, transaction }: AddedAttachment, createdAt: string): Attachment {
  return { id, transactionId: transaction.id, name, type, size, createdAt, version: 0 }
}

const removeKind: CommandKind<Attachment, AttachedTo> = {
  lifecycle: 'deletes',
  requiresVersion: false,
  affectedFields: () => [],
  shownEffects: ({ args }) => countEffect(args.transaction, -1),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/attachments/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: ({ base, args }) => base && restoreAttachment(base, withAttachments(args.transaction, -1)),
  words: ({ args }) => ({
    ...common(args.transaction),
    pastTense: 'Você excluiu',
    noun: 'Exclusão do comprovante',
    infinitive: `excluir o comprovante de ${args.transaction.description}`,
    accepted: 'Comprovante excluído',
    offersUndo: true,
  }),
}

const restoreKind: CommandKind<Attachment, AttachedTo> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  dependencies: ({ args }) => [{ entity: 'transaction', entityId: args.transaction.id }],
  shownEffects: ({ args }) => countEffect(args.transaction, 1),
  request: ({ entityId }) => ({ method: 'POST', path: `/attachments/${entityId}/restore` }),
  parseAnswer: parseAttachment,
  apply: (now, { base }) => now ?? base,
  invert: ({ base, args }) => base && removeAttachment(base, withAttachments(args.transaction, 1)),
  words: ({ args }) => ({
    ...common(args.transaction),
    pastTense: 'Você trouxe de volta',
    noun: 'Volta do comprovante',
    infinitive: `trazer de volta o comprovante de ${args.transaction.description}`,
    accepted: null,
  }),
}

const countKind: CommandKind<Transaction, CountChange> = {
  ...derivedKind,
  lifecycle: 'changes',
  accumulates: true,
  apply: (now, { args }) => now && withAttachments(now, args.by),
}

export const attachmentCommands = {
  'attachment.add': addKind,
  'attachment.remove': removeKind,
  'attachment.restore': restoreKind,
  'transaction.attachments': countKind,
}

/** The words that all commands on a receipt share. */
function common({ id, description }: Transaction): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return {
    subject: `Comprovante de ${description}`,
    centavos: null,
    address: formAddress(TRANSACTIONS_SCREEN, id),
    offersUndo: false,
  }
}
