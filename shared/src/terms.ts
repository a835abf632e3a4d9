import { monthName } from './month-names.js'

/**
 * The version of the terms of use: the day they take effect, at least 30 days after their release, as the terms promise. A new version
 * asks every user to accept again, so change it only with the meaning of the terms. A file of its own: pages without forms import it without the rest of identity.
 */
export const TERMS_VERSION = '2027-01-04'

/** The version as shown: `22 de novembro de 2026`. */
export function termsInWords(version: string): string {
  return `${Number(version.slice(8))} de ${monthName(version.slice(0, 7))} de ${version.slice(0, 4)}`
}
