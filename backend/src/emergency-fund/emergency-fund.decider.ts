import type { FundSettings, NewMovement } from '@prumo/shared/emergency-fund'
import { changeOf, fundTexts, newFund, type FundDetails, type MovementKind } from '@prumo/shared/emergency-fund-rules'
import { MAX_CENTAVOS } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { type Decider, requireAlive, changedNames, evolveEntity, type EntityState } from '../event-store/decider/decider.js'
import { hasSameDetails, NotUndoable, revertDetails, requireUndoable, type Undo } from '../event-store/decider/undo.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'

/** Amounts in centavos. `mustExist` refuses to create a fund if the caller changes one it saw. */
export type EmergencyFundCommand = { mustExist?: boolean } & (
  | { type: 'ConfigureFund'; settings: FundSettings }
  | ({ type: 'DepositToFund' } & NewMovement)
  | ({ type: 'WithdrawFromFund' } & NewMovement)
  | ({ type: 'BringFund' } & RestoredFund)
  | Undo<EmergencyFundEvent>
)

/** Movements from a copy of an account, oldest first, and the resulting fund. */
export interface RestoredFund {
  settings: Omit<FundDetails, 'currentAmount'>
  movements: readonly { id: string; kind: MovementKind; amount: number; description: string | null; balance: number; at: string }[]
  /** Whether they are the fund's first movements: the fund must not exist yet. */
  isBeginning: boolean
  /** Whether the fund exists after them; null if more movements follow. */
  isThere: boolean | null
}

/** The one fund of an account: its id is the account's. */
export type EmergencyFundState = EntityState<FundDetails>

export const emergencyFundDecider: Decider<EmergencyFundCommand, EmergencyFundState, EmergencyFundEvent> = {
  entity: 'emergency-fund',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    if (command.type === 'Undo') {
      const { status, details } = requireUndoable(state, command.position)
      return undo(status === 'alive' ? details : null, command.entry)
    }
    const before = command.mustExist || state.status === 'alive' ? requireAlive(state).details : null
    switch (command.type) {
      case 'ConfigureFund':
        return configure(before, command.settings)
      case 'DepositToFund':
        return deposit(before, command)
      case 'WithdrawFromFund':
        return withdraw(before, command)
      case 'BringFund':
        return restore(before, command)
    }
  },

  evolve: evolveEntity<FundDetails>,
}

function configure(before: FundDetails | null, settings: FundSettings): EmergencyFundEvent[] {
  const current = before ?? newFund
  const after: FundDetails = {
    targetMonths: settings.targetMonths ?? current.targetMonths,
    monthlyExpenseAverage: settings.monthlyExpenseAverage ?? current.monthlyExpenseAverage,
    currentAmount: settings.currentAmount ?? current.currentAmount,
  }
  if (!before) return [{ type: 'FundConfigured', data: { before, after } }]
  const changed = changedNames(before, after)
  return changed.length === 0 ? [] : [{ type: typeOfChange(before, after), data: { before, after } }]
}

function typeOfChange(before: FundDetails, after: FundDetails): 'FundAdjusted' | 'FundConfigured' {
  return changedNames(before, after).every((name) => name === 'currentAmount') ? 'FundAdjusted' : 'FundConfigured'
}

function deposit(before: FundDetails | null, { amount, description }: NewMovement): EmergencyFundEvent[] {
  const current = before ?? newFund
  const currentAmount = current.currentAmount + amount
  if (currentAmount > MAX_CENTAVOS) refuse(fundTexts.tooMuch)
  return [{ type: 'FundDeposited', data: { before, after: { ...current, currentAmount }, description } }]
}

function withdraw(before: FundDetails | null, { amount, description }: NewMovement): EmergencyFundEvent[] {
  if (!before || amount > before.currentAmount) return refuse(fundTexts.notEnough(before?.currentAmount ?? 0))
  const after = { ...before, currentAmount: before.currentAmount - amount }
  return [{ type: 'FundWithdrawn', data: { before, after, description } }]
}

/** Each movement leads from the previous balance to its own. Throws CONFLICT if the present fund does not fit. */
function restore(present: FundDetails | null, { settings, movements, isBeginning, isThere }: RestoredFund): EmergencyFundEvent[] {
  if (isBeginning && present) throw new Rejected('CONFLICT', restoreTexts.otherFund)
  const events: EmergencyFundEvent[] = []
  let before = present
  for (const { id, kind, amount, description, balance, at } of movements) {
    const after: FundDetails = { ...settings, currentAmount: balance }
    if ((before?.currentAmount ?? 0) + changeOf({ kind, amount }) !== balance) throw new Rejected('CONFLICT', restoreTexts.otherFund)
    events.push({ type: 'FundMovementBrought', data: { before, after, description, kind, id, at } })
    before = after
  }
  if (isThere === true && !before) events.push({ type: 'FundConfigured', data: { before, after: { ...settings, currentAmount: 0 } } })
  if (isThere === false && before) events.push({ type: 'FundRemoved', data: { before } })
  return events
}

/**
 * Undoes an event of the fund. A deposit or withdrawal is reversed, whatever moved since; settings are reverted like
 * those of any entity; the first event is undone by removing the fund.
 */
function undo(present: FundDetails | null, entry: EmergencyFundEvent): EmergencyFundEvent[] {
  if (entry.type === 'FundMovementBrought') throw new NotUndoable('never')
  if (entry.type === 'FundRemoved') {
    if (present) throw new NotUndoable('changed')
    return [{ type: 'FundConfigured', data: { before: null, after: entry.data.before } }]
  }
  if (!present) throw new NotUndoable('changed')
  const { before, after } = entry.data
  if (!before && hasSameDetails(present, after)) return [{ type: 'FundRemoved', data: { before: present } }]
  const amount = after.currentAmount - (before?.currentAmount ?? 0)
  if (entry.type === 'FundDeposited' && amount > present.currentAmount)
    throw new Rejected('CONFLICT', fundTexts.notEnough(present.currentAmount))
  if (entry.type === 'FundDeposited') return withdraw(present, { amount, description: null })
  if (entry.type === 'FundWithdrawn' && present.currentAmount - amount > MAX_CENTAVOS) throw new Rejected('CONFLICT', fundTexts.tooMuch)
  if (entry.type === 'FundWithdrawn') return deposit(present, { amount: -amount, description: null })
  if (!before) throw new NotUndoable('changed')
  const back = revertDetails(present, { before, after })
  return [{ type: typeOfChange(present, back), data: { before: present, after: back } }]
}

function refuse(text: string): never {
  throw new Rejected('VALIDATION', text, { amount: [text] })
}
