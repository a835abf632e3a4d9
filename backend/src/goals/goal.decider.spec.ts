import { goalTexts } from '@prumo/shared/goal-rules'
import type { GoalChanges } from '@prumo/shared/goals'
import { MAX_GOALS } from '@prumo/shared/limits'
import fc from 'fast-check'
import { given } from '../../test/test-given.js'
import { goalDecider, toGoal, type GoalCommand } from './goal.decider.js'
import type { GoalDetails, GoalEvent } from './goal.events.js'

const oven: GoalDetails = {
  title: 'Forno novo',
  targetAmount: 500_000,
  currentAmount: 120_000,
  deadline: '2026-12-31',
  category: 'Equipamentos',
  priority: 'high',
}
const reached: GoalDetails = { ...oven, currentAmount: 500_000 }
const beyond: GoalDetails = { ...oven, currentAmount: 600_000 }

const set = (after: GoalDetails): GoalEvent => ({ type: 'GoalSet', data: { after } })
const deleted = (before: GoalDetails): GoalEvent => ({ type: 'GoalDeleted', data: { before } })
const goals = (...history: GoalEvent[]) => given(goalDecider, ...history)
const whatNeedsAGoal: GoalCommand[] = [{ type: 'CorrectGoal', changes: {} }, { type: 'ProgressGoal', amount: 1 }, { type: 'DeleteGoal' }]

describe('setting', () => {
  it('records the goal', () => {
    goals().when({ type: 'SetGoal', details: oven }).then(set(oven))
  })

  it('refuses a used id, even of a deleted entity', () => {
    goals(set(oven)).when({ type: 'SetGoal', details: oven }).thenRejected('CONFLICT')
    goals(set(oven), deleted(oven)).when({ type: 'SetGoal', details: oven }).thenRejected('CONFLICT')
  })
})

it.each(whatNeedsAGoal)('refuses $type for a missing or deleted goal', (command) => {
  goals().when(command).thenRejected('NOT_FOUND')
  goals(set(oven), deleted(oven)).when(command).thenRejected('NOT_FOUND')
})

describe('correcting', () => {
  const correcting = (before: GoalDetails, changes: GoalChanges) => goals(set(before)).when({ type: 'CorrectGoal', changes })

  it('carries the full details before and after', () => {
    const amounts = { targetAmount: 1, currentAmount: 0 }
    const after: GoalDetails = { title: 'Forno', ...amounts, deadline: '2027-01-31', category: 'Outros', priority: 'low' }
    correcting(oven, after).then({ type: 'GoalCorrected', data: { before: oven, after } })
  })

  it('may lower the current amount, and may raise it above the target', () => {
    correcting(oven, { currentAmount: 0 }).then({ type: 'GoalCorrected', data: { before: oven, after: { ...oven, currentAmount: 0 } } })
    correcting(oven, { currentAmount: 600_000 }).then({ type: 'GoalCorrected', data: { before: oven, after: beyond } })
  })

  it('records nothing when nothing changes', () => {
    correcting(oven, {}).thenNothing()
    correcting(oven, { ...oven }).thenNothing()
  })

  it('completes with a lowered target and reopens with a raised one', () => {
    expect(toGoal(correcting(oven, { targetAmount: 120_000 }).thenState())).toMatchObject({ completed: true })
    expect(toGoal(correcting(reached, { targetAmount: 500_001 }).thenState())).toMatchObject({ completed: false })
  })
})

describe('progress', () => {
  const progressing = (before: GoalDetails, amount: number) => goals(set(before)).when({ type: 'ProgressGoal', amount })
  const progressed = (before: GoalDetails, after: GoalDetails, applied: number): GoalEvent => ({
    type: 'GoalProgressed',
    data: { before, after, applied },
  })

  it('adds', () => {
    progressing(oven, 80_000).then(progressed(oven, { ...oven, currentAmount: 200_000 }, 80_000))
  })

  it('drops what exceeds the target, and records the applied amount', () => {
    progressing(oven, 380_000).then(progressed(oven, reached, 380_000))
    progressing(oven, 380_001).then(progressed(oven, reached, 380_000))
  })

  it('changes nothing once the target is reached, and lowers nothing above it', () => {
    progressing(reached, 1).thenNothing()
    progressing(beyond, 1).thenNothing()
  })

  it('never exceeds the target nor lowers the amount, for random goals and repetitions', () => {
    const centavos = fc.integer({ min: 0, max: 99_999_999_999 })
    const amounts = fc.array(
      centavos.map((value) => value || 1),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(
        centavos.map((value) => value || 1),
        centavos,
        amounts,
        (targetAmount, currentAmount, additions) => {
          let details: GoalDetails = { ...oven, targetAmount, currentAmount }
          for (const amount of additions) {
            const before = details
            const [event] = goalDecider.decide({ type: 'ProgressGoal', amount }, goals(set(before)).state)
            if (event?.type === 'GoalProgressed') {
              const applied = Math.min(amount, targetAmount - before.currentAmount)
              details = event.data.after
              expect(event.data).toEqual({ before, after: { ...before, currentAmount: before.currentAmount + applied }, applied })
            } else expect(before.currentAmount).toBeGreaterThanOrEqual(targetAmount)
            expect(details.currentAmount).toBeGreaterThanOrEqual(before.currentAmount)
            expect(details.currentAmount).toBeLessThanOrEqual(Math.max(targetAmount, currentAmount))
          }
        },
      ),
    )
  })
})

describe('deleting and restoring', () => {
  it('deletes a goal', () => {
    goals(set(oven)).when({ type: 'DeleteGoal' }).then(deleted(oven))
  })

  it('restores it unchanged, with its creation and a growing version', () => {
    const restoring = goals(set(reached), deleted(reached)).when({ type: 'RestoreGoal' })
    restoring.then({ type: 'GoalRestored', data: { after: reached, createdAt: '2026-01-01T12:00:00.000Z' } })
    expect(toGoal(restoring.thenState())).toMatchObject({
      targetAmount: 5000,
      currentAmount: 5000,
      completed: true,
      version: 3,
      createdAt: '2026-01-01T12:00:00.000Z',
      updatedAt: '2026-01-01T12:02:00.000Z',
    })
  })

  it('refuses to restore an existing or unknown one', () => {
    goals(set(oven)).when({ type: 'RestoreGoal' }).thenRejected('CONFLICT', 'Esta meta não está excluída.')
    goals().when({ type: 'RestoreGoal' }).thenRejected('NOT_FOUND')
  })
})

it('is restored from a copy as it was, once', () => {
  const bring = { type: 'BringGoal', details: beyond, createdAt: '2025-03-01T10:00:00.000Z' } as const
  const brought: GoalEvent = { type: 'GoalRestored', data: { after: beyond, createdAt: bring.createdAt } }
  goals().when(bring).then(brought)
  goals(brought).when(bring).thenRejected('CONFLICT')
  expect(toGoal(goals(brought).state)).toMatchObject({ createdAt: bring.createdAt, completed: true, version: 1 })
})

it('refuses one more than the quota, by every command', () => {
  const count = MAX_GOALS
  const withdrawn = deleted(oven)
  goals().when({ type: 'SetGoal', details: oven, count }).thenRejected('QUOTA_EXCEEDED', goalTexts.tooMany)
  goals().when({ type: 'BringGoal', details: oven, createdAt: '2025-03-01T10:00:00.000Z', count }).thenRejected('QUOTA_EXCEEDED')
  const gone = goals(set(oven), withdrawn)
  gone.when({ type: 'RestoreGoal', count }).thenRejected('QUOTA_EXCEEDED')
  gone.when({ type: 'Undo', position: 2, entry: withdrawn, count }).thenRejected('QUOTA_EXCEEDED')
  expect(gone.when({ type: 'RestoreGoal', count: count - 1 }).thenState()).toMatchObject({ status: 'alive' })
  expect(goalTexts.tooMany).toContain(count.toLocaleString('pt-BR'))
})
