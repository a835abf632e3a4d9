import { read, remove, storageKeys, write } from './device-storage'

/** The overview offers a passkey after a login by password, until the offer was answered on this device. */

/** Call after a login by password. */
export function recordPasswordEntry(): void {
  if (read('local', storageKeys.passkeyAnswered) === null) write('session', storageKeys.passkeyOffer, 'yes')
}

/** The offer was accepted or declined: this device does not show it again. */
export function dismissPasskeyOffer(): void {
  write('local', storageKeys.passkeyAnswered, 'yes')
  remove('session', storageKeys.passkeyOffer)
}

export function isPasskeyOffered(): boolean {
  return read('session', storageKeys.passkeyOffer) !== null && read('local', storageKeys.passkeyAnswered) === null
}
