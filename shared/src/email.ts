import { MAX_EMAIL } from './limits.js'

/** The canonical spelling under which an address is stored and compared. */
export function normaliseEmail(typed: string): string {
  // Only ASCII letters are lower-cased: `toLowerCase` would turn the Kelvin sign into an ASCII k.
  return typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

// The HTML standard's rule for `type=email`, which excludes characters that a mail server reads as a list, a display name or a
// comment. The domain must contain a dot as well.
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

/** Whether it is an address as browsers' `type=email` accepts it, with a dot in its domain and at most `MAX_EMAIL` long. */
export function isEmail(address: string): boolean {
  return address.length <= MAX_EMAIL && EMAIL.test(address)
}
