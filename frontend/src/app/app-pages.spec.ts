import { pages } from '../site/pages'
import { addressesOf, APP_PAGE, appAddresses, serverAddresses, withQueryOf } from './app-pages'

const pageOf = (address: string) => pages.map(({ path }) => path).filter((path) => addressesOf(path).test(address))

it.each([APP_PAGE, '/dashboard/', '/dashboard?welcome=true', '/dashboard/transactions?mes=2026-11'])('%s opens the app', (address) => {
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
])('%s opens the page %s', (address, page) => {
  expect(pageOf(address)).toEqual([page])
})

it.each([
  ...['/dashboards', '/dashboard.js', '/loginx', '/login/more', '/terms.html', '/erro', '/apis', '/x?/dashboard'].map(
    (address) => [address, false] as const,
  ),
  ...['/api', '/api/dashboard', '/api?x', '/assets/dashboard'].map((address) => [address, true] as const),
])('%s is no page; the server answers it: %s', (address, answered) => {
  expect(appAddresses.test(address)).toBe(false)
  expect(pageOf(address)).toEqual([])
  expect(serverAddresses.test(address)).toBe(answered)
})

it('a redirect keeps the query, as the server does', () => {
  expect(withQueryOf('?session_id=cs_1&welcome=false', '/dashboard?welcome=true')).toBe('/dashboard?session_id=cs_1&welcome=true')
  expect(withQueryOf('', '/plans?error=true')).toBe('/plans?error=true')
})
