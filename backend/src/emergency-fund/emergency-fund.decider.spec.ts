import { fundTexts, newFund, type FundDetails } from '@prumo/shared/emergency-fund-rules'
import { MAX_CENTAVOS } from '@prumo/shared/money'
import fc from 'fast-check'
import { given } from '../../test/test-given.js'
import { emergencyFundDecider, type EmergencyFundCommand } from './emergency-fund.decider.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'

const kept: FundDetails = { targetMonths: 6, monthlyExpenseAverage: 450_000, currentAmount: 435_000 }
const holding = (currentAmount: number): FundDetails => ({ ...kept, currentAmount })
const description = 'Sobra de novembro'

const configured = (before: FundDetails | null, after: FundDetails): EmergencyFundEvent => ({
  type: 'FundConfigured',
  data: { before, after },
})
const fund = (...history: EmergencyFundEvent[]) => given(emergencyFundDecider, ...history)
const configuredFund = () => fund(configured(null, kept))
const deposit = (amount: number): EmergencyFundCommand => ({ type: 'DepositToFund', amount, description })
const withdraw = (amount: number): EmergencyFundCommand => ({ type: 'WithdrawFromFund', amount, description })

describe('configuring', () => {
  it('starts with the defaults', () => {
    fund()
      .when({ type: 'ConfigureFund', settings: {} })
      .then(configured(null, { targetMonths: 3, monthlyExpenseAverage: 300_000, currentAmount: 0 }))
    fund()
      .when({ type: 'ConfigureFund', settings: { ...kept } })
      .then(configured(null, kept))
  })

  it('changes the given fields, the amount with the rest, in one event', () => {
    const after: FundDetails = { targetMonths: 12, monthlyExpenseAverage: 0, currentAmount: 1 }
    configuredFund()
      .when({ type: 'ConfigureFund', settings: { ...after } })
      .then(configured(kept, after))
    configuredFund()
      .when({ type: 'ConfigureFund', settings: { targetMonths: 1 } })
      .then(configured(kept, { ...kept, targetMonths: 1 }))
  })

  it('records an adjustment if only the amount changes', () => {
    const adjusted = { type: 'FundAdjusted' as const, data: { before: kept, after: holding(0) } }
    configuredFund()
      .when({ type: 'ConfigureFund', settings: { targetMonths: 6, currentAmount: 0 } })
      .then(adjusted)
  })

  it('records nothing when nothing changes', () => {
    configuredFund().when({ type: 'ConfigureFund', settings: {} }).thenNothing()
    configuredFund()
      .when({ type: 'ConfigureFund', settings: { ...kept } })
      .thenNothing()
  })
})

describe('depositing', () => {
  it('adds, and creates a missing fund', () => {
    configuredFund()
      .when(deposit(5))
      .then({ type: 'FundDeposited', data: { before: kept, after: holding(435_005), description } })
    fund()
      .when(deposit(5))
      .then({ type: 'FundDeposited', data: { before: null, after: { ...newFund, currentAmount: 5 }, description } })
  })

  it('stops at the largest amount of the contract', () => {
    const filled: EmergencyFundEvent = { type: 'FundDeposited', data: { before: kept, after: holding(MAX_CENTAVOS), description } }
    configuredFund()
      .when(deposit(MAX_CENTAVOS - 435_000))
      .then(filled)
    configuredFund()
      .when(deposit(MAX_CENTAVOS - 434_999))
      .thenRejected('VALIDATION', 'A reserva pode ter no máximo R$ 999.999.999,99.')
  })
})

describe('withdrawing', () => {
  it('subtracts, down to zero', () => {
    configuredFund()
      .when(withdraw(435_000))
      .then({ type: 'FundWithdrawn', data: { before: kept, after: holding(0), description } })
  })

  it('refuses more than the balance, and names the balance', () => {
    configuredFund().when(withdraw(435_001)).thenRejected('VALIDATION', 'Você tem R$\u00a04.350,00 na reserva.')
    fund().when(withdraw(1)).thenRejected('VALIDATION', 'Você tem R$\u00a00,00 na reserva.')
  })
})

it.each([{ type: 'ConfigureFund' as const, settings: {} }, deposit(1), withdraw(1)])(
  'refuses $type of a fund that must exist and does not',
  (command) => {
    fund()
      .when({ ...command, mustExist: true })
      .thenRejected('NOT_FOUND')
  },
)

it('never goes below zero nor above the largest amount, for random commands', () => {
  const amount = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: MAX_CENTAVOS }))
  const command: fc.Arbitrary<EmergencyFundCommand> = fc.oneof(
    amount.map(deposit),
    amount.map(withdraw),
    amount.map((currentAmount) => ({ type: 'ConfigureFund' as const, settings: { currentAmount } })),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CENTAVOS }), command, (currentAmount, next) => {
      const before = fund(configured(null, holding(currentAmount)))
      try {
        const [event] = emergencyFundDecider.decide(next, before.state)
        const after = (event && 'after' in event.data ? event.data.after.currentAmount : null) ?? currentAmount
        const change =
          next.type === 'DepositToFund' ? next.amount : next.type === 'WithdrawFromFund' ? 0 - next.amount : after - currentAmount
        expect(after).toBe(currentAmount + change)
        expect(after).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(MAX_CENTAVOS)
      } catch (error) {
        expect(error).toMatchObject({ code: 'VALIDATION' })
        const overdrawn = next.type === 'WithdrawFromFund' && next.amount > currentAmount
        const tooMuch = next.type === 'DepositToFund' && next.amount + currentAmount > MAX_CENTAVOS
        expect(overdrawn || tooMuch).toBe(true)
      }
    }),
  )
})

describe('an undo', () => {
  const first: EmergencyFundEvent = {
    type: 'FundDeposited',
    data: { before: null, after: { ...newFund, currentAmount: 500 }, description: 'Primeiro' },
  }
  const more: EmergencyFundEvent = {
    type: 'FundDeposited',
    data: { before: { ...newFund, currentAmount: 500 }, after: { ...newFund, currentAmount: 800 }, description: null },
  }
  const undo = (entry: EmergencyFundEvent) => ({ type: 'Undo' as const, position: 2, entry })

  it('of a deposit withdraws as much, whatever moved since', () => {
    const later: EmergencyFundEvent = {
      type: 'FundWithdrawn',
      data: { before: { ...newFund, currentAmount: 800 }, after: { ...newFund, currentAmount: 700 }, description: null },
    }
    given(emergencyFundDecider, first, more, later)
      .when(undo(more))
      .then({
        type: 'FundWithdrawn',
        data: { before: { ...newFund, currentAmount: 700 }, after: { ...newFund, currentAmount: 400 }, description: null },
      })
  })

  it('of a deposit that was withdrawn since is refused with the balance', () => {
    const later: EmergencyFundEvent = {
      type: 'FundWithdrawn',
      data: { before: { ...newFund, currentAmount: 800 }, after: { ...newFund, currentAmount: 100 }, description: null },
    }
    given(emergencyFundDecider, first, more, later).when(undo(more)).thenRejected('CONFLICT', fundTexts.notEnough(100))
  })

  it('of the first event removes the fund, as long as nothing else happened', () => {
    given(emergencyFundDecider, first)
      .when(undo(first))
      .then({ type: 'FundRemoved', data: { before: { ...newFund, currentAmount: 500 } } })
    given(emergencyFundDecider, first, more)
      .when(undo(first))
      .then({
        type: 'FundWithdrawn',
        data: { before: { ...newFund, currentAmount: 800 }, after: { ...newFund, currentAmount: 300 }, description: null },
      })
  })

  it('of its removal restores it', () => {
    const ended: EmergencyFundEvent = { type: 'FundRemoved', data: { before: { ...newFund, currentAmount: 500 } } }
    given(emergencyFundDecider, first, ended)
      .when(undo(ended))
      .then({ type: 'FundConfigured', data: { before: null, after: { ...newFund, currentAmount: 500 } } })
  })

  it('of settings restores the previous ones, unless they changed since', () => {
    const set: EmergencyFundEvent = {
      type: 'FundConfigured',
      data: { before: { ...newFund, currentAmount: 500 }, after: { ...newFund, currentAmount: 500, targetMonths: 6 } },
    }
    given(emergencyFundDecider, first, set)
      .when(undo(set))
      .then({
        type: 'FundConfigured',
        data: { before: { ...newFund, currentAmount: 500, targetMonths: 6 }, after: { ...newFund, currentAmount: 500 } },
      })
    const again: EmergencyFundEvent = {
      type: 'FundConfigured',
      data: { before: { ...newFund, targetMonths: 6 }, after: { ...newFund, targetMonths: 12 } },
    }
    given(emergencyFundDecider, first, set, again).when(undo(set)).thenRejected('CONFLICT')
  })
})
