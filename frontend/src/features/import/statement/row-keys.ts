import type { Statement } from './statement'

/** Joins the parts of a key: no text of a bank holds it. */
const SEPARATOR = '\u001f'

/**
 * The key of each line of a statement, in its order: which line of which statement it is. Equal lines of one file are
 * counted, so that two equal coffees are two rows. Lower-case hex.
 */
export function rowKeys({ account, lines }: Pick<Statement, 'account' | 'lines'>): Promise<string[]> {
  const seen = new Map<string, number>()
  return Promise.all(
    lines.map(({ identifier, date, centavos, memo }) => {
      const line = [account, identifier, date, centavos, memo].join(SEPARATOR)
      const occurrence = (seen.get(line) ?? 0) + 1
      seen.set(line, occurrence)
      return sha256(`${line}${SEPARATOR}${occurrence}`)
    }),
  )
}

/** The account that a statement is of, as it is told to the server: its number never leaves the device. Null where it is not known. */
export function accountHash({ accountNumber }: Pick<Statement, 'accountNumber'>): Promise<string> | null {
  return accountNumber === null ? null : sha256(accountNumber)
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
