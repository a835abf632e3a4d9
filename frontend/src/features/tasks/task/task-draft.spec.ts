import { added, additionOf, corrected, correctionOf, type TaskDraft } from './task-draft'

const draft: TaskDraft = { title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 8190, date: '2026-11-20' }
const at = '2026-11-20T12:00:00.000Z'
const task = added(draft, 't1', 'u1', at)

it('a new task is open, and what the server will answer', () => {
  expect(task).toMatchObject({ completed: false, estimatedCost: 81.9, estimatedDate: '2026-11-20', version: 1 })
  expect(additionOf(task)).toEqual({ id: 't1', title: 'Pagar DAS', type: 'task', priority: 'high', estimatedCost: 81.9, estimatedDate: '2026-11-20' })
})

it('a correction sends what differs and nothing else', () => {
  expect(correctionOf(task, draft)).toEqual({})
  const body = correctionOf(task, { ...draft, type: 'problem', costCentavos: 0 })
  expect(body).toEqual({ type: 'problem', estimatedCost: 0 })
  expect(corrected(task, body, at)).toMatchObject({ type: 'problem', estimatedCost: 0, title: 'Pagar DAS', version: 2 })
})
