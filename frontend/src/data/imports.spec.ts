import { betweenDays } from './imports'

it('carries a stated balance forward or backward over the settled days between', () => {
  expect(betweenDays({ date: '2026-10-31' }, '2026-11-05')).toEqual({ days: { from: '2026-11-01', to: '2026-11-04' }, sign: 1 })
  expect(betweenDays({ date: '2026-11-10' }, '2026-11-05')).toEqual({ days: { from: '2026-11-05', to: '2026-11-10' }, sign: -1 })
  expect(betweenDays({ date: '2026-11-05' }, '2026-11-05')).toEqual({ days: { from: '2026-11-05', to: '2026-11-05' }, sign: -1 })
})

it('takes a balance of the previous evening as the opening', () => {
  expect(betweenDays({ date: '2026-11-04' }, '2026-11-05')).toBeNull()
})
