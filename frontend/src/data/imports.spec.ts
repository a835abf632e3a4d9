import { betweenDays } from './imports'

it('carries a balance on by what came between, or back by what came since', () => {
  expect(betweenDays({ date: '2026-10-31' }, '2026-11-05')).toEqual({ days: { from: '2026-11-01', to: '2026-11-04' }, sign: 1 })
  expect(betweenDays({ date: '2026-11-10' }, '2026-11-05')).toEqual({ days: { from: '2026-11-05', to: '2026-11-10' }, sign: -1 })
  expect(betweenDays({ date: '2026-11-05' }, '2026-11-05')).toEqual({ days: { from: '2026-11-05', to: '2026-11-05' }, sign: -1 })
})

it('a balance of the evening before is the opening as it is', () => {
  expect(betweenDays({ date: '2026-11-04' }, '2026-11-05')).toBeNull()
})
