/** The account as in the keys of its rows: bank, branch and number as printed, without blanks, leading zeros and empty parts. */
export function accountKey(parts: readonly string[]): string {
  return parts
    .map((part) => part.replaceAll(/\s/g, '').replace(/^0+(?=.)/, ''))
    .filter((part) => part !== '')
    .join('/')
}
