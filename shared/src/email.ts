import { MAX_EMAIL } from './limits.js'

/** The one spelling under which an address is stored and compared. */
export function normaliseEmail(typed: string): string {
  // Letters beyond ASCII stay, so that none of them becomes one of ASCII, as the Kelvin sign would become k.
  return typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

// The HTML standard's rule for `type=email`, whose letters hold none that a mail server reads as a list, a name or a
// comment. Of the domain it asks for a dot as well.
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)

/** Whether it is an address as browsers' `type=email` accepts it, with a dot in its domain, and no longer than one may be. */
export function isEmail(address: string): boolean {
  return address.length <= MAX_EMAIL && EMAIL.test(address)
}
