import { nameOf, pages } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses, doors } from './app-pages'

const isDoor = (address: string) => doors.filter((door) => addressesOf(door).test(address))

it.each([APP_PAGE, '/dashboard/', '/dashboard?welcome=true', '/dashboard/transactions?mes=2026-11'])('%s is the app', (address) => {
  expect(appAddresses.test(address)).toBe(true)
  expect(isDoor(address)).toEqual([])
})

it.each([
  ['/login', '/login'],
  ['/login?plano=1ano', '/login'],
  ['/reset-password?token=a.b', '/reset-password'],
])('%s is the door %s', (address, door) => {
  expect(isDoor(address)).toEqual([door])
})

it.each(['/', '/dashboards', '/dashboard.js', '/loginx', '/login/more', '/plans?from=/dashboard', '/api/dashboard', '/assets/dashboard', '/x?/dashboard'])('%s is the server’s', (address) => {
  expect(appAddresses.test(address)).toBe(false)
  expect(isDoor(address)).toEqual([])
})

it('has every page of the identity among the doors, by the name of its file', () => {
  const identity = pages.filter(({ module }) => module.startsWith('features/identity/'))
  expect(identity.map(nameOf).map((name) => `/${name}`)).toEqual([...doors])
})
