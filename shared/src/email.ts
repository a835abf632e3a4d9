import { MAX_EMAIL } from './limits.js'

/** The one spelling under which an address is stored and compared. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

/** One `@`, no spaces, a dot in the domain, and no longer than an address may be. */
export function isEmail(address: string): boolean {
  return (
    address.length <= MAX_EMAIL && /^[^\s@\p{Cc}\p{Surrogate}]+@[^\s@.\p{Cc}\p{Surrogate}]+(\.[^\s@.\p{Cc}\p{Surrogate}]+)+$/u.test(address)
  )
}
