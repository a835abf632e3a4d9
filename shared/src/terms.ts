import { monthName } from './month-names.js'

/**
 * The version of the terms of use: the day from which they hold. Whoever accepted another one is asked again, so it
 * changes with what the terms say, not with a comma. Both sides need it, and pages without forms need no more of identity.
 */
export const TERMS_VERSION = '2026-11-22'

/** The version as it is read: `22 de novembro de 2026`. */
export function termsInWords(version: string): string {
  return `${Number(version.slice(8))} de ${monthName(version.slice(0, 7))} de ${version.slice(0, 4)}`
}
