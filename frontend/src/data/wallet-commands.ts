import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { WalletKind } from '@prumo/shared/wallet-rules'
import type { Wallet, WalletAnswer } from '@prumo/shared/wallets'
import { today } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import {
  editableFields,
  pickChanges,
  pickFields,
  pickPrevious,
  type Command,
  type CommandKind,
  type CommandWords,
  type FieldFormats,
  type NewCommand,
} from './sync/command'
import { WALLETS_SCREEN } from './screens'

/** A wallet, as entered; only a card has the two days. */
export interface WalletDraft {
  name: string
  kind: WalletKind
  closingDay: number | null
  dueDay: number | null
}

type WalletFieldChanges = Partial<Pick<Wallet, 'name' | 'order'> & { closingDay: number; dueDay: number }>

/** A balance as the person said it. Centavos; a card's is negative while something is owed. */
export interface StatedAmount {
  amount: number
  date: CalendarDate
}

/** How a kind of wallet is named on the screen. */
export const walletKindNames: Record<WalletKind, string> = { bank: 'Conta', cash: 'Dinheiro', card: 'Cartão' }

/** A new wallet. A refused one keeps its id when it is sent again, so that later commands still refer to it. */
export function openWallet(draft: WalletDraft, id: string = newId()): NewCommand<Wallet, WalletDraft> {
  return { name: 'wallet.open', entity: 'wallet', entityId: id, args: draft, base: null, draft }
}

/** Other details; null if nothing differs from `seen`. */
export function changeWallet(seen: Wallet, draft: WalletFieldChanges): NewCommand<Wallet, WalletFieldChanges> | null {
  const changes = pickChanges(seen, draft)
  return Object.keys(changes).length > 0 ? { ...change(seen, changes), draft } : null
}

/** Makes it the main wallet, instead of the present one. */
export function chooseMainWallet(seen: Wallet): NewCommand<Wallet, null> {
  return { name: 'wallet.choose-main', entity: 'wallet', entityId: seen.id, args: null, base: seen }
}

export function archiveWallet(seen: Wallet): NewCommand<Wallet, null> {
  return { name: 'wallet.archive', entity: 'wallet', entityId: seen.id, args: null, base: seen }
}

export function unarchiveWallet(seen: Wallet): NewCommand<Wallet, null> {
  return { name: 'wallet.unarchive', entity: 'wallet', entityId: seen.id, args: null, base: seen }
}

/** Only while nothing ever was in it. */
export function deleteWallet(seen: Wallet): NewCommand<Wallet, null> {
  return { name: 'wallet.delete', entity: 'wallet', entityId: seen.id, args: null, base: seen }
}

/** States its balance at the end of a day. */
export function stateWalletBalance(seen: Wallet, amount: number, date: CalendarDate = today()): NewCommand<Wallet, StatedAmount> {
  return { name: 'wallet.state-balance', entity: 'wallet', entityId: seen.id, args: { amount, date }, base: seen }
}

/** States today's balance of a wallet that this device opens with it. */
export function stateOpeningBalance(
  opening: NewCommand<Wallet, WalletDraft>,
  amount: number,
  date: CalendarDate,
): NewCommand<Wallet, StatedAmount> {
  return { name: 'wallet.state-balance', entity: 'wallet', entityId: opening.entityId, args: { amount, date }, base: null }
}

function change(seen: Wallet, changes: WalletFieldChanges): NewCommand<Wallet, WalletFieldChanges> {
  return { name: 'wallet.change', entity: 'wallet', entityId: seen.id, args: changes, base: seen }
}

const parseWallet = (body: unknown): Wallet => (body as WalletAnswer).wallet

const openKind: CommandKind<Wallet, WalletDraft> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/wallets', body: { id, ...args } }),
  parseAnswer: parseWallet,
  apply: (now, command) => now ?? createWallet(command, 0),
  invert: (command, after) => deleteWallet(after ?? createWallet(command, 1)),
  words: ({ args }) => ({
    ...common(args.name, formAddress(WALLETS_SCREEN)),
    pastTense: 'Você criou',
    noun: walletKindNames[args.kind],
    infinitive: `criar ${args.name}`,
    accepted: args.kind === 'card' ? 'Cartão criado' : 'Conta criada',
    offersUndo: true,
  }),
}

const changeKind: CommandKind<Wallet, WalletFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args) as (keyof WalletFieldChanges)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/wallets/${entityId}`, body: args }),
  parseAnswer: parseWallet,
  apply: (now, { args }) => now && { ...now, ...args },
  invert: ({ base, args }) => base && change({ ...base, ...args }, pickPrevious<Wallet, Partial<Wallet>>(base, args) as WalletFieldChanges),
  keepFields: ({ base, args }, fields) => ({ name: 'wallet.change', args: pickFields({ ...base, ...args }, fields) }),
  words: ({ base, args, entityId }) => {
    const name = base?.name ?? args.name ?? ''
    return {
      ...common(name, formAddress(WALLETS_SCREEN, entityId)),
      pastTense: 'Você mudou',
      noun: 'Mudança',
      infinitive: `mudar ${name}`,
      accepted: 'Alteração salva',
    }
  },
}

const chooseMainKind: CommandKind<Wallet, null> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => ['isMain'],
  request: ({ entityId }) => ({ method: 'PUT', path: `/wallets/${entityId}`, body: { isMain: true } }),
  parseAnswer: parseWallet,
  apply: (now) => now && { ...now, isMain: true },
  invert: () => null,
  words: ({ base }) => ({
    ...common(base?.name ?? '', WALLETS_SCREEN),
    pastTense: 'Você tornou principal',
    noun: 'Conta principal',
    infinitive: `tornar ${base?.name ?? 'esta conta'} a principal`,
    accepted: `${base?.name ?? 'Esta conta'} é a principal agora`,
  }),
}

const archiveKind: CommandKind<Wallet, null> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: () => ['archived'],
  request: ({ entityId }) => ({ method: 'POST', path: `/wallets/${entityId}/archive` }),
  parseAnswer: parseWallet,
  apply: (now) => now && { ...now, archived: true },
  invert: ({ base }) => base && unarchiveWallet({ ...base, archived: true }),
  words: ({ base }) => ({
    ...common(base?.name ?? '', WALLETS_SCREEN),
    pastTense: 'Você arquivou',
    noun: 'Arquivamento',
    infinitive: `arquivar ${base?.name ?? ''}`,
    accepted: base?.kind === 'card' ? 'Cartão arquivado' : 'Conta arquivada',
    offersUndo: true,
  }),
}

const unarchiveKind: CommandKind<Wallet, null> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: () => ['archived'],
  request: ({ entityId }) => ({ method: 'POST', path: `/wallets/${entityId}/unarchive` }),
  parseAnswer: parseWallet,
  apply: (now) => now && { ...now, archived: false },
  invert: ({ base }) => base && archiveWallet({ ...base, archived: false }),
  words: ({ base }) => ({
    ...common(base?.name ?? '', WALLETS_SCREEN),
    pastTense: 'Você trouxe de volta',
    noun: 'Volta',
    infinitive: `trazer ${base?.name ?? ''} de volta`,
    accepted: `${base?.name ?? ''} está de volta`,
  }),
}

const deleteKind: CommandKind<Wallet, null> = {
  lifecycle: 'deletes',
  requiresVersion: true,
  affectedFields: ({ base }) => (base ? editableFields(base).filter((name) => !COMPUTED.has(name)) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/wallets/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: () => null,
  words: ({ base }) => ({
    ...common(base?.name ?? '', WALLETS_SCREEN),
    pastTense: 'Você excluiu',
    noun: 'Exclusão',
    infinitive: `excluir ${base?.name ?? ''}`,
    accepted: base?.kind === 'card' ? 'Cartão excluído' : 'Conta excluída',
  }),
}

/** Follows from what is in the wallet and from the other wallets. */
const COMPUTED: ReadonlySet<string> = new Set(['balance', 'statedOn', 'isMain', 'statementAccounts'])

/** Overwrites any earlier balance of the day: the newest statement is right. */
const stateKind: CommandKind<Wallet, StatedAmount> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => ['balance'],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/wallets/${entityId}/balance`, body: args }),
  parseAnswer: parseWallet,
  // The balance of today also depends on what came since: `optimistic-wallets.ts` applies it.
  apply: (now) => now,
  invert: () => null,
  words: ({ base, args }) => ({
    ...common(base?.name ?? 'Saldo', WALLETS_SCREEN),
    centavos: args.amount,
    pastTense: 'Você disse o saldo de',
    noun: 'Saldo',
    infinitive: `usar o saldo de ${formatCentavos(args.amount)}`,
    accepted: 'Saldo salvo',
  }),
}

export const walletCommands = {
  'wallet.open': openKind,
  'wallet.change': changeKind,
  'wallet.choose-main': chooseMainKind,
  'wallet.archive': archiveKind,
  'wallet.unarchive': unarchiveKind,
  'wallet.delete': deleteKind,
  'wallet.state-balance': stateKind,
}

export const walletFields: FieldFormats<Wallet> = {
  name: { label: 'Nome', format: ({ name }) => name },
  closingDay: { label: 'Dia em que fecha', format: ({ closingDay }) => dayText(closingDay) },
  dueDay: { label: 'Dia em que vence', format: ({ dueDay }) => dayText(dueDay) },
  archived: { label: 'Situação', format: ({ archived }) => (archived ? 'Arquivada' : 'Em uso') },
}

function dayText(day: number | null): string {
  return day === null ? 'Nenhum' : `Dia ${day}`
}

/** The words that all commands on a wallet share. */
function common(subject: string, address: string): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos: null, address, offersUndo: false }
}

/** A wallet as the server opens it: empty, and last in the order. */
function createWallet({ entityId: id, account: userId, args, at }: Command<Wallet, WalletDraft>, version: number): Wallet {
  return {
    id,
    userId,
    ...args,
    isMain: false,
    archived: false,
    order: LAST_PLACE,
    balance: { amount: 0, date: dateInSaoPaulo(new Date(at)), source: 'sums' },
    statedOn: null,
    statementAccounts: [],
    createdAt: at,
    updatedAt: at,
    version,
  }
}

/** After every place that the server gives; those made on this device stay in the order in which they were made. */
const LAST_PLACE = 10_001
