import { newFund, targetOf, type MovementKind, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import type { EmergencyFund, EmergencyFundAnswer } from '@prumo/shared/emergency-fund'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../lib/centavos'
import { changesOf, valuesBefore, valuesOf, type CommandKind, type FieldWords, type NewCommand, type Words } from './command'

/** What a person wants of the fund. */
export interface TargetDraft {
  targetMonths: TargetMonths
  averageCentavos: number
}

/** What a person puts in or takes out; the amount is above zero. */
export interface MovementDraft {
  kind: Exclude<MovementKind, 'adjustment'>
  centavos: number
  description: string | null
}

/** What of an account its fund follows from, besides what is said about the fund. */
export interface FundOwner {
  userId: string
  /** What a month really cost, in centavos; 0 where nothing was spent, null where nobody knows. */
  spentCentavos: number | null
}

type Settings = Partial<Pick<EmergencyFund, 'targetMonths' | 'monthlyExpenseAverage'>>
interface Configuration {
  settings: Settings
  spentCentavos: number | null
}
interface Movement {
  centavos: number
  description: string | null
  spentCentavos: number | null
}
/** What the fund holds, in centavos. */
type Holding = { centavos: number }

export const FUND_SCREEN = '/dashboard/emergency'
const movementScreens = { deposit: `${FUND_SCREEN}?adicionar=1`, withdrawal: `${FUND_SCREEN}?retirar=1` }

/** Another target; null where nothing differs from what was seen. */
export function configureFund(
  seen: EmergencyFund | null,
  draft: TargetDraft,
  owner: FundOwner,
): NewCommand<EmergencyFund, Configuration> | null {
  const wanted = { targetMonths: draft.targetMonths, monthlyExpenseAverage: centavosToReais(draft.averageCentavos) }
  const settings = seen ? changesOf(seen, wanted) : wanted
  if (Object.keys(settings).length === 0) return null
  return { ...about(owner, seen), name: 'fund.configure', args: { settings, spentCentavos: owner.spentCentavos }, draft }
}

export function moveFund(seen: EmergencyFund | null, draft: MovementDraft, owner: FundOwner): NewCommand<EmergencyFund, Movement> {
  const { kind, centavos, description } = draft
  const name = kind === 'deposit' ? 'fund.deposit' : 'fund.withdraw'
  return { ...about(owner, seen), name, args: { centavos, description, spentCentavos: owner.spentCentavos }, draft }
}

function adjustFund(seen: EmergencyFund, centavos: number): NewCommand<EmergencyFund, Holding> {
  return { name: 'fund.adjust', entity: 'emergency-fund', entityId: seen.id, args: { centavos }, on: seen }
}

/** Takes so many centavos out again, from the balance that they really led to: it may not be the one that was seen. */
function takenBack(after: EmergencyFund | null, seen: EmergencyFund, moved: number): NewCommand<EmergencyFund, Holding> {
  const there = after ?? holding(seen, centavosOf(seen.currentAmount) + moved)
  return adjustFund(there, centavosOf(there.currentAmount) - moved)
}

function about({ userId }: { userId: string }, seen: EmergencyFund | null) {
  return { entity: 'emergency-fund', entityId: userId, on: seen } as const
}

const answer = (body: unknown): EmergencyFund => (body as EmergencyFundAnswer).emergencyFund

/** How much such a target comes to: what was really spent counts before what was entered. */
export function targetCentavos({ targetMonths, averageCentavos }: TargetDraft, spentCentavos: number | null): number {
  return targetOf({ targetMonths }, spentCentavos || averageCentavos)
}

/** A fund of which nothing was said yet. */
function begun(userId: string, spentCentavos: number | null): EmergencyFund {
  const { targetMonths, monthlyExpenseAverage: averageCentavos, currentAmount } = newFund
  return {
    id: userId,
    userId,
    targetMonths,
    monthlyExpenseAverage: centavosToReais(averageCentavos),
    currentAmount: centavosToReais(currentAmount),
    targetAmount: centavosToReais(targetCentavos({ targetMonths, averageCentavos }, spentCentavos)),
    version: 0,
  }
}

function configured(before: EmergencyFund, args: Configuration): EmergencyFund {
  const after = { ...before, ...settingsOf(args) }
  const draft = { targetMonths: after.targetMonths, averageCentavos: centavosOf(after.monthlyExpenseAverage) }
  return { ...after, targetAmount: centavosToReais(targetCentavos(draft, args.spentCentavos ?? spentOf(before))) }
}

/** An earlier release stored what was chosen after a conflict without the name around it. */
function settingsOf({ settings, spentCentavos: _spent, ...chosen }: Partial<Configuration>): Settings {
  return settings ?? chosen
}

/** What the target says that a month cost: where it is not what was entered, it was spent. */
function spentOf({ targetMonths, targetAmount, monthlyExpenseAverage }: EmergencyFund): number {
  const average = Math.round(centavosOf(targetAmount) / targetMonths)
  return average === centavosOf(monthlyExpenseAverage) ? 0 : average
}

function holding(before: EmergencyFund, centavos: number): EmergencyFund {
  return { ...before, currentAmount: centavosToReais(centavos) }
}

const configure: CommandKind<EmergencyFund, Configuration> = {
  life: 'changes',
  pinned: true,
  touches: ({ args }) => Object.keys(settingsOf(args)) as (keyof Settings)[],
  request: ({ args }) => ({ method: 'PUT', path: '/emergency-fund', body: settingsOf(args) }),
  answer,
  effect: (now, { account, args }) => configured(now ?? begun(account, args.spentCentavos), args),
  undo: ({ account, on, args }) => {
    if (!on) return null
    const settings = valuesBefore(on, settingsOf(args))
    return {
      ...about({ userId: account }, configured(on, args)),
      name: 'fund.configure',
      args: { settings, spentCentavos: args.spentCentavos },
    }
  },
  keeping: ({ account, on, args }, fields) => {
    const mine = configured(on ?? begun(account, args.spentCentavos), args)
    return { name: 'fund.configure', args: { settings: valuesOf(mine, fields), spentCentavos: args.spentCentavos } }
  },
  words: () => ({
    ...common(null, FUND_SCREEN),
    did: 'Você mudou a meta da reserva',
    what: 'Meta da reserva',
    todo: 'mudar a meta da reserva',
    accepted: 'Meta da reserva salva',
  }),
}

/** A movement is a difference, right on whatever balance it meets: the server decides, on the balance of then. */
const deposit: CommandKind<EmergencyFund, Movement> = {
  life: 'changes',
  pinned: false,
  movement: true,
  touches: () => [],
  request: ({ args: { centavos, description } }) => ({
    method: 'POST',
    path: '/emergency-fund/add',
    body: { amount: centavosToReais(centavos), description },
  }),
  answer,
  effect: (now, { account, args }) => {
    const fund = now ?? begun(account, args.spentCentavos)
    return holding(fund, centavosOf(fund.currentAmount) + args.centavos)
  },
  undo: ({ account, on, args }, after) => takenBack(after, on ?? begun(account, args.spentCentavos), args.centavos),
  words: ({ args: { centavos, description } }) => ({
    ...common(centavos, movementScreens.deposit),
    ...(description && { subject: description }),
    did: 'Você guardou na reserva',
    what: 'Depósito na reserva',
    todo: `guardar ${formatCentavos(centavos)}`,
    accepted: `Depósito de ${formatCentavos(centavos)}`,
    offersUndo: true,
  }),
}

const withdraw: CommandKind<EmergencyFund, Movement> = {
  ...deposit,
  request: ({ args: { centavos, description } }) => ({
    method: 'POST',
    path: '/emergency-fund/withdraw',
    body: { amount: centavosToReais(centavos), description },
  }),
  effect: (now, { args }) => now && holding(now, centavosOf(now.currentAmount) - args.centavos),
  undo: ({ on, args }, after) => on && takenBack(after, on, -args.centavos),
  words: ({ args: { centavos, description } }) => ({
    ...common(-centavos, movementScreens.withdrawal),
    ...(description && { subject: description }),
    did: 'Você retirou da reserva',
    what: 'Retirada da reserva',
    todo: `retirar ${formatCentavos(centavos)}`,
    accepted: `Retirada de ${formatCentavos(centavos)}`,
    offersUndo: true,
  }),
}

/** What takes a movement back names a balance, and is right only on the one that was seen. */
const adjust: CommandKind<EmergencyFund, Holding> = {
  life: 'changes',
  pinned: true,
  movement: true,
  touches: () => ['currentAmount'],
  request: ({ args }) => ({ method: 'PUT', path: '/emergency-fund', body: { currentAmount: centavosToReais(args.centavos) } }),
  answer,
  effect: (now, { args }) => now && holding(now, args.centavos),
  undo: ({ on, args }) => on && adjustFund(holding(on, args.centavos), centavosOf(on.currentAmount)),
  words: ({ on, args }) => {
    const difference = args.centavos - (on ? centavosOf(on.currentAmount) : 0)
    const movement = difference < 0 ? 'o depósito' : 'a retirada'
    return {
      ...common(difference, FUND_SCREEN),
      did: `Você desfez ${movement}`,
      what: 'Ajuste da reserva',
      todo: `desfazer ${movement} de ${formatCentavos(Math.abs(difference))}`,
      accepted: null,
    }
  },
}

export const fundCommands = { 'fund.configure': configure, 'fund.deposit': deposit, 'fund.withdraw': withdraw, 'fund.adjust': adjust }

export const fundFields: FieldWords<EmergencyFund> = {
  targetMonths: { label: 'Meses de despesas', write: ({ targetMonths }) => (targetMonths === 1 ? '1 mês' : `${targetMonths} meses`) },
  monthlyExpenseAverage: {
    label: 'Despesa média por mês',
    write: ({ monthlyExpenseAverage }) => formatCentavos(centavosOf(monthlyExpenseAverage)),
  },
  currentAmount: { label: 'Saldo da reserva', write: ({ currentAmount }) => formatCentavos(centavosOf(currentAmount)) },
}

/** What is the same for every command on the fund. */
function common(centavos: number | null, address: string): Pick<Words, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: 'Reserva de Emergência', centavos, address, offersUndo: false }
}
