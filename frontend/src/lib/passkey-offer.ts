import { read, remove, storageKeys, write } from './device-storage'

/** When a passkey is offered on the overview: to whoever came in by password, until this device heard an answer. */

/** Someone typed their password on this device. */
export function recordPasswordEntry(): void {
  if (read('local', storageKeys.passkeyAnswered) === null) write('session', storageKeys.passkeyOffer, 'yes')
}

/** It was answered, in whichever way: here it is not offered again. */
export function dismissPasskeyOffer(): void {
  write('local', storageKeys.passkeyAnswered, 'yes')
  remove('session', storageKeys.passkeyOffer)
}

export function isPasskeyOffered(): boolean {
  return read('session', storageKeys.passkeyOffer) !== null && read('local', storageKeys.passkeyAnswered) === null
}
