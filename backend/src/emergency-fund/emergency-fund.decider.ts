import type { FundSettings, NewMovement } from '@prumo/shared/emergency-fund'
import { fundTexts, newFund, type FundDetails } from '@prumo/shared/emergency-fund-rules'
import { MAX_CENTAVOS } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import type { Decider } from '../event-store/deciding/decider.js'
import { alive, changedNames, evolveLife, type Life } from '../event-store/deciding/life.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'

/** Amounts in centavos. `mustExist` refuses to begin a fund, where the caller speaks of one it saw. */
export type EmergencyFundCommand = { mustExist?: boolean } & (
  | { type: 'ConfigureFund'; settings: FundSettings }
  | ({ type: 'DepositToFund' } & NewMovement)
  | ({ type: 'WithdrawFromFund' } & NewMovement)
)

/** The one fund of an account: its id is the account's. */
export type EmergencyFundState = Life<FundDetails>

export const emergencyFundDecider: Decider<EmergencyFundCommand, EmergencyFundState, EmergencyFundEvent> = {
  entity: 'emergency-fund',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    const before = command.mustExist || state.status === 'alive' ? alive(state).details : null
    switch (command.type) {
      case 'ConfigureFund':
        return configure(before, command.settings)
      case 'DepositToFund':
        return deposit(before, command)
      case 'WithdrawFromFund':
        return withdraw(before, command)
    }
  },

  evolve: evolveLife<FundDetails>,
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
  if (changed.length === 0) return []
  const adjusted = changed.every((name) => name === 'currentAmount')
  return [{ type: adjusted ? 'FundAdjusted' : 'FundConfigured', data: { before, after } }]
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

function refuse(text: string): never {
  throw new Rejected('VALIDATION', text, { amount: [text] })
}
