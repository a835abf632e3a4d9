import { corrected, correctionOf, set, settingOf, type GoalDraft } from './goal-draft'

const draft: GoalDraft = { title: 'Forno', targetCentavos: 800_000, currentCentavos: 520_000, deadline: '2027-01-01', category: 'Equipamentos', priority: 'high' }
const at = '2026-11-20T12:00:00.000Z'
const goal = set(draft, 'g1', 'u1', at)

describe('a goal before the server has answered', () => {
  it('is what the server will answer', () => {
    expect(goal).toMatchObject({ targetAmount: 8000, currentAmount: 5200, completed: false, version: 1, createdAt: at })
    expect(settingOf(goal)).toEqual({ id: 'g1', title: 'Forno', targetAmount: 8000, currentAmount: 5200, deadline: '2027-01-01', category: 'Equipamentos', priority: 'high' })
  })

  it('is completed from its target on', () => {
    expect(set({ ...draft, currentCentavos: 800_000 }, 'g1', 'u1', at).completed).toBe(true)
  })
})

describe('a correction', () => {
  it('sends what differs and nothing else', () => {
    expect(correctionOf(goal, draft)).toEqual({})
    expect(correctionOf(goal, { ...draft, title: 'Forno novo', currentCentavos: 520_001 })).toEqual({ title: 'Forno novo', currentAmount: 5200.01 })
  })

  it('may complete a goal or open it again', () => {
    const done = corrected(goal, { targetAmount: 5000 }, at)
    expect(done).toMatchObject({ completed: true, version: 2 })
    expect(corrected(done, { targetAmount: 9000 }, at)).toMatchObject({ completed: false, version: 3 })
  })
})
