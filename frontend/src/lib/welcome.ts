import { read, remove, storageKeys, write } from './device-storage'

/** Whether to welcome a person: after a payment or a recent registration. It grants no access. */

/** A registration is recent for this long. */
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

/** Whether the person comes back from a payment. */
export function isPaymentRecent(): boolean {
  return hasPaid
}

/** Call after the welcome was shown, so that it appears once. */
export function endWelcome(): void {
  hasPaid = false
  remove('session', storageKeys.registeredAt)
}
