import { addressOf, dayOf, filtersOf, isFiltered, noFilters, queryOf } from './activity-address'

const id = '0190d3a0-0000-7000-8000-000000000001'

it('writes and parses the same filters', () => {
  const filters = { entity: 'emergency-fund', source: 'ops', month: '2026-11', thing: id } as const
  const address = addressOf(filters)
  expect(address.toString()).toBe(`que=reserva&origem=equipe&mes=2026-11&item=${id}`)
  expect(filtersOf(address)).toEqual(filters)
  expect(queryOf(filters)).toEqual({ entity: 'emergency-fund', source: 'ops', from: '2026-11-01', to: '2026-11-30', entityId: id })
})

it('keeps other parameters, and ignores invalid filters', () => {
  expect(addressOf(noFilters, new URLSearchParams('em=2026-09-30&mes=2026-11')).toString()).toBe('em=2026-09-30')
  expect(filtersOf(new URLSearchParams('que=carros&origem=x&mes=2026-13&item=1'))).toEqual(noFilters)
  expect(isFiltered(noFilters)).toBe(false)
})

it('accepts past days only', () => {
  expect(dayOf(new URLSearchParams('em=2026-09-30'))).toBe('2026-09-30')
  expect(dayOf(new URLSearchParams('em=2026-09-31'))).toBeNull()
})
