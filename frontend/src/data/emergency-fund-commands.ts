import { newFund, targetOf, type MovementKind, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import type { EmergencyFund, EmergencyFundAnswer } from '@prumo/shared/emergency-fund'
import { formatCentavos } from '@prumo/shared/money'
import {
  pickChanges,
  pickPrevious,
  pickFields,
  type CommandKind,
  type FieldFormats,
  type NewCommand,
  type CommandWords,
} from './sync/command'
import { FUND_SCREEN } from './screens'

/** The settings of the fund, as entered. */
export interface TargetDraft {
  targetMonths: TargetMonths
  averageCentavos: number
}

/** A deposit or a withdrawal, as entered; the amount is above zero. */
export interface MovementDraft {
  kind: Exclude<MovementKind, 'adjustment'>
  centavos: number
  description: string | null
}

/** What a fund depends on besides its settings. */
export interface FundOwner {
  userId: string
  /** The average real expenses of a month, in centavos; 0 without expenses, null if unknown. */
  spentCentavos: number | null
}

type FundSettingChanges = Partial<Pick<EmergencyFund, 'targetMonths' | 'monthlyExpenseAverage'>>
interface ConfigureArgs {
  settings: FundSettingChanges
  spentCentavos: number | null
}
interface MovementArgs {
  centavos: number
  description: string | null
  spentCentavos: number | null
}
/** The balance of the fund, in centavos. */
type HoldingArgs = { centavos: number }

const movementScreens = { deposit: `${FUND_SCREEN}?adicionar=1`, withdrawal: `${FUND_SCREEN}?retirar=1` }

/** A change of the settings; null if nothing differs from `seen`. */
export function configureFund(
  seen: EmergencyFund | null,
  draft: TargetDraft,
  owner: FundOwner,
): NewCommand<EmergencyFund, ConfigureArgs> | null {
  const entered = { targetMonths: draft.targetMonths, monthlyExpenseAverage: draft.averageCentavos }
  const settings = seen ? pickChanges(seen, entered) : entered
  if (Object.keys(settings).length === 0) return null
  return { ...fundCommand(owner, seen), name: 'fund.configure', args: { settings, spentCentavos: owner.spentCentavos }, draft }
}

export function moveFund(seen: EmergencyFund | null, draft: MovementDraft, owner: FundOwner): NewCommand<EmergencyFund, MovementArgs> {
  const { kind, centavos, description } = draft
  const name = kind === 'deposit' ? 'fund.deposit' : 'fund.withdraw'
  return { ...fundCommand(owner, seen), name, args: { centavos, description, spentCentavos: owner.spentCentavos }, draft }
}

function adjustFund(seen: EmergencyFund, centavos: number): NewCommand<EmergencyFund, HoldingArgs> {
  return { name: 'fund.adjust', entity: 'emergency-fund', entityId: seen.id, args: { centavos }, base: seen }
}

/**
 * Undoes a movement by setting the balance that it led to on the server, less the movement. That may differ from what this device
 * had shown.
 */
function revertMovement(after: EmergencyFund | null, seen: EmergencyFund, moved: number): NewCommand<EmergencyFund, HoldingArgs> {
  const there = after ?? withHolding(seen, seen.currentAmount + moved)
  return adjustFund(there, there.currentAmount - moved)
}

function fundCommand({ userId }: { userId: string }, seen: EmergencyFund | null) {
  return { entity: 'emergency-fund', entityId: userId, base: seen } as const
}

const parseFund = (body: unknown): EmergencyFund => (body as EmergencyFundAnswer).emergencyFund

/** The target amount, from the real expenses or else from the entered average. */
export function targetCentavos({ targetMonths, averageCentavos }: TargetDraft, spentCentavos: number | null): number {
  return targetOf({ targetMonths }, spentCentavos || averageCentavos)
}

/** The fund before any setting was entered. */
function createFund(userId: string, spentCentavos: number | null): EmergencyFund {
  const { targetMonths, monthlyExpenseAverage: averageCentavos, currentAmount } = newFund
  return {
    id: userId,
    userId,
    targetMonths,
    monthlyExpenseAverage: averageCentavos,
    currentAmount,
    targetAmount: targetCentavos({ targetMonths, averageCentavos }, spentCentavos),
    version: 0,
  }
}

function withConfiguration(before: EmergencyFund, args: ConfigureArgs): EmergencyFund {
  const after = { ...before, ...args.settings }
  const draft = { targetMonths: after.targetMonths, averageCentavos: after.monthlyExpenseAverage }
  return { ...after, targetAmount: targetCentavos(draft, args.spentCentavos ?? spentOf(before)) }
}

/** The real expenses of a month, as the target implies them; 0 if the target is based on the entered average. */
function spentOf({ targetMonths, targetAmount, monthlyExpenseAverage }: EmergencyFund): number {
  const average = Math.round(targetAmount / targetMonths)
  return average === monthlyExpenseAverage ? 0 : average
}

function withHolding(before: EmergencyFund, centavos: number): EmergencyFund {
  return { ...before, currentAmount: centavos }
}

const configureKind: CommandKind<EmergencyFund, ConfigureArgs> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args.settings) as (keyof FundSettingChanges)[],
  request: ({ args }) => ({ method: 'PUT', path: '/emergency-fund', body: args.settings }),
  parseAnswer: parseFund,
  apply: (now, { account, args }) => withConfiguration(now ?? createFund(account, args.spentCentavos), args),
  invert: ({ account, base, args }) => {
    if (!base) return null
    const settings = pickPrevious(base, args.settings)
    return {
      ...fundCommand({ userId: account }, withConfiguration(base, args)),
      name: 'fund.configure',
      args: { settings, spentCentavos: args.spentCentavos },
    }
  },
  keepFields: ({ account, base, args }, fields) => {
    const mine = withConfiguration(base ?? createFund(account, args.spentCentavos), args)
    return { name: 'fund.configure', args: { settings: pickFields(mine, fields), spentCentavos: args.spentCentavos } }
  },
  words: () => ({
    ...common(null, FUND_SCREEN),
    pastTense: 'Você mudou a meta da reserva',
    noun: 'Meta da reserva',
    infinitive: 'mudar a meta da reserva',
    accepted: 'Meta da reserva salva',
  }),
}

/** A movement is a difference, valid on any balance: the server decides on the balance at that time. */
const depositKind: CommandKind<EmergencyFund, MovementArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  isDelta: true,
  affectedFields: () => [],
  request: ({ args: { centavos, description } }) => ({
    method: 'POST',
    path: '/emergency-fund/add',
    body: { amount: centavos, description },
  }),
  parseAnswer: parseFund,
  apply: (now, { account, args }) => {
    const fund = now ?? createFund(account, args.spentCentavos)
    return withHolding(fund, fund.currentAmount + args.centavos)
  },
  invert: ({ account, base, args }, after) => revertMovement(after, base ?? createFund(account, args.spentCentavos), args.centavos),
  words: ({ args: { centavos, description } }) => ({
    ...common(centavos, movementScreens.deposit),
    ...(description && { subject: description }),
    pastTense: 'Você guardou na reserva',
    noun: 'Depósito na reserva',
    infinitive: `guardar ${formatCentavos(centavos)}`,
    accepted: `Depósito de ${formatCentavos(centavos)}`,
    offersUndo: true,
  }),
}

const withdrawKind: CommandKind<EmergencyFund, MovementArgs> = {
  ...depositKind,
  request: ({ args: { centavos, description } }) => ({
    method: 'POST',
    path: '/emergency-fund/withdraw',
    body: { amount: centavos, description },
  }),
  apply: (now, { args }) => now && withHolding(now, now.currentAmount - args.centavos),
  invert: ({ base, args }, after) => base && revertMovement(after, base, -args.centavos),
  words: ({ args: { centavos, description } }) => ({
    ...common(-centavos, movementScreens.withdrawal),
    ...(description && { subject: description }),
    pastTense: 'Você retirou da reserva',
    noun: 'Retirada da reserva',
    infinitive: `retirar ${formatCentavos(centavos)}`,
    accepted: `Retirada de ${formatCentavos(centavos)}`,
    offersUndo: true,
  }),
}

/** An adjustment sets the balance, and is valid only on the version that it was made on. */
const adjustKind: CommandKind<EmergencyFund, HoldingArgs> = {
  lifecycle: 'changes',
  requiresVersion: true,
  isDelta: true,
  affectedFields: () => ['currentAmount'],
  request: ({ args }) => ({ method: 'PUT', path: '/emergency-fund', body: { currentAmount: args.centavos } }),
  parseAnswer: parseFund,
  apply: (now, { args }) => now && withHolding(now, args.centavos),
  invert: ({ base, args }) => base && adjustFund(withHolding(base, args.centavos), base.currentAmount),
  words: ({ base, args }) => {
    const difference = args.centavos - (base?.currentAmount ?? 0)
    const movement = difference < 0 ? 'o depósito' : 'a retirada'
    return {
      ...common(difference, FUND_SCREEN),
      pastTense: `Você desfez ${movement}`,
      noun: 'Ajuste da reserva',
      infinitive: `desfazer ${movement} de ${formatCentavos(Math.abs(difference))}`,
      accepted: null,
    }
  },
}

export const fundCommands = {
  'fund.configure': configureKind,
  'fund.deposit': depositKind,
  'fund.withdraw': withdrawKind,
  'fund.adjust': adjustKind,
}

export const fundFields: FieldFormats<EmergencyFund> = {
  targetMonths: { label: 'Meses de despesas', format: ({ targetMonths }) => (targetMonths === 1 ? '1 mês' : `${targetMonths} meses`) },
  monthlyExpenseAverage: {
    label: 'Despesa média por mês',
    format: ({ monthlyExpenseAverage }) => formatCentavos(monthlyExpenseAverage),
  },
  currentAmount: { label: 'Saldo da reserva', format: ({ currentAmount }) => formatCentavos(currentAmount) },
}

/** The words that all commands on the fund share. */
function common(centavos: number | null, address: string): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: 'Reserva de Emergência', centavos, address, offersUndo: false }
}
