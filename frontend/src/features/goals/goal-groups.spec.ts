import type { Goal } from '@prumo/shared/goals'
import { compareGoals } from '../../data/goals'
import { groupGoals, goalTotals } from './goal-groups'

const NBSP = '\u00a0'

function goal(id: string, deadline: string, completed: boolean, targetAmount = 10_000): Goal {
  return { id, deadline, completed, targetAmount, currentAmount: targetAmount / 2, createdAt: `2026-11-0${id}T12:00:00.000Z` } as Goal
}

const ids = (goals: Goal[]) => goals.map(({ id }) => id)

describe('the goals', () => {
  const goals = [
    goal('1', '2026-12-01', false),
    goal('2', '2026-12-20', false),
    goal('3', '2026-12-10', true),
    goal('4', '2026-10-01', true),
  ]

  it('are grouped into active and completed', () => {
    const { active, completed } = groupGoals(goals, new Map())
    expect([ids(active), ids(completed)]).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('keep a goal that was just completed in its place', () => {
    const { active, completed } = groupGoals(goals, new Map([['3', false]]))
    expect([ids(active), ids(completed)]).toEqual([['1', '3', '2'], ['4']])
  })

  it('show a reopened goal among the active at once', () => {
    expect(ids(groupGoals([goal('1', '2026-12-01', false)], new Map([['1', true]])).active)).toEqual(['1'])
  })
})

it("have the server's order: active by deadline, completed newest first", () => {
  const goals = [
    goal('3', '2026-10-01', true),
    goal('1', '2026-12-20', false),
    goal('4', '2026-09-01', true),
    goal('2', '2026-12-01', false),
  ]
  expect(ids(goals.sort(compareGoals))).toEqual(['2', '1', '4', '3'])
})

describe('the totals of the goals', () => {
  it('count all of them', () => {
    expect(goalTotals([goal('1', '', false, 10), goal('2', '', true, 20)])).toEqual({
      active: '1',
      completed: '1',
      saved: `R$${NBSP}0,15`,
      target: `R$${NBSP}0,30`,
    })
    expect(goalTotals([])).toEqual({ active: '0', completed: '0', saved: `R$${NBSP}0,00`, target: `R$${NBSP}0,00` })
  })

  it('are null until the goals are loaded', () => {
    expect(goalTotals(undefined)).toBeNull()
  })
})
