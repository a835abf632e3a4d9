import { isOwnAddress } from './return-address.js'

const development = { publicUrl: 'http://localhost:3000', production: false }
const production = { publicUrl: 'https://app.prumo.com.br', production: true }

it.each([
  'http://localhost:3000/dashboard?welcome=true&session_id={CHECKOUT_SESSION_ID}',
  'http://127.0.0.1:3000/plans?canceled=true',
  'http://[::1]:3000/plans',
])('leads back to %s in development', (address) => expect(isOwnAddress(address, development)).toBe(true))

it.each([
  'https://localhost:3000/plans',
  'http://localhost:3001/plans',
  'http://localhost/plans',
  'http://localhost.evil.example:3000/',
  'http://localhost:3000@evil.example/',
  'http://ana:segredo@localhost:3000/',
  'http://evil.example:3000/',
  'http://local\thost:3000/',
  'http:\\\\localhost:3000/',
  'javascript://localhost:3000/%0aalert(1)',
  '//localhost:3000/plans',
  '/plans',
  'plans',
])('does not lead to %s', (address) => expect(isOwnAddress(address, development)).toBe(false))

it('leads back to its own origin alone in production', () => {
  expect(isOwnAddress('https://app.prumo.com.br/plans', production)).toBe(true)
  expect(isOwnAddress('http://app.prumo.com.br/plans', production)).toBe(false)
  expect(isOwnAddress('http://localhost:3000/plans', { ...production, publicUrl: 'https://localhost:3000' })).toBe(false)
})
