/**
 * The account as the keys of its rows begin: bank, branch and number as they are written, without blanks and leading zeros.
 * Empty parts are left out.
 */
export function accountKey(parts: readonly string[]): string {
  return parts
    .map((part) => part.replaceAll(/\s/g, '').replace(/^0+(?=.)/, ''))
    .filter((part) => part !== '')
    .join('/')
}
