import { read, remove, storageKeys, write } from './device-storage'

/**
 * Whether someone is to be welcomed: they come from paying, or registered a moment ago. It decides nothing else, least
 * of all who gets in.
 */

/** A registration is news for so long. */
const WELCOME_WINDOW_MS = 5 * 60_000

let hasPaid = false

export function recordRegistration(): void {
  write('session', storageKeys.registeredAt, new Date().toISOString())
}

export function recordPayment(): void {
  hasPaid = true
}

export function isWelcomeDue(now = Date.now()): boolean {
  return hasPaid || now - Date.parse(read('session', storageKeys.registeredAt) ?? '') < WELCOME_WINDOW_MS
}

/** Nobody is welcomed twice. */
export function endWelcome(): void {
  hasPaid = false
  remove('session', storageKeys.registeredAt)
}
