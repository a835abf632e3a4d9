import { pages } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses } from './app-pages'

const pageOf = (address: string) => pages.map(({ path }) => path).filter((path) => addressesOf(path).test(address))

it.each([APP_PAGE, '/dashboard/', '/dashboard?welcome=true', '/dashboard/transactions?mes=2026-11'])('%s is the app', (address) => {
  expect(appAddresses.test(address)).toBe(true)
  expect(pageOf(address)).toEqual([])
})

it.each([
  ['/', '/'],
  ['/?utm_source=panfleto', '/'],
  ['/login?plano=1ano', '/login'],
  ['/reset-password?token=a.b', '/reset-password'],
  ['/plans?from=/dashboard', '/plans'],
  ['/analysis-result', '/analysis-result'],
])('%s is the page %s', (address, page) => {
  expect(pageOf(address)).toEqual([page])
})

it.each(['/dashboards', '/dashboard.js', '/loginx', '/login/more', '/erro', '/api/dashboard', '/assets/dashboard', '/x?/dashboard'])('%s is the server’s', (address) => {
  expect(appAddresses.test(address)).toBe(false)
  expect(pageOf(address)).toEqual([])
})
