import { isPasskeyOffered, recordPasswordEntry, dismissPasskeyOffer } from './passkey-offer'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('is made to whoever typed a password, and not to whoever stayed signed in', () => {
  expect(isPasskeyOffered()).toBe(false)
  recordPasswordEntry()
  expect(isPasskeyOffered()).toBe(true)
})

it('is not made again on a device that answered, also after the next password', () => {
  recordPasswordEntry()
  dismissPasskeyOffer()
  expect(isPasskeyOffered()).toBe(false)
  recordPasswordEntry()
  expect(isPasskeyOffered()).toBe(false)
})
