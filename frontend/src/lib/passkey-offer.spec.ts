import { isPasskeyOffered, recordPasswordEntry, dismissPasskeyOffer } from './passkey-offer'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('is shown after a login by password, and not to a person who stayed signed in', () => {
  expect(isPasskeyOffered()).toBe(false)
  recordPasswordEntry()
  expect(isPasskeyOffered()).toBe(true)
})

it('is not shown again on a device that answered, even after another login by password', () => {
  recordPasswordEntry()
  dismissPasskeyOffer()
  expect(isPasskeyOffered()).toBe(false)
  recordPasswordEntry()
  expect(isPasskeyOffered()).toBe(false)
})
