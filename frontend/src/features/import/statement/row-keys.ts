import { sha256 } from './sha-256'
import { plainText, type ReadLine, type Statement } from './statement'

/** Joins the parts of a key. It does not occur in texts of banks. */
const SEPARATOR = '\u001f'

/**
 * The keys of a statement's lines, in order, as lower-case hex. Equal lines are numbered, so that two equal purchases have two keys.
 * @param walletId replaces the account if the file names none
 */
export function rowKeys({ account, lines }: Pick<Statement, 'account' | 'lines'>, walletId: string): string[] {
  const of = account || walletId
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const parts = `${of}${SEPARATOR}${lineId(line)}${SEPARATOR}${line.date}${SEPARATOR}${line.centavos}`
    const occurrence = (seen.get(parts) ?? 0) + 1
    seen.set(parts, occurrence)
    return sha256(`${parts}${SEPARATOR}${occurrence}`)
  })
}

/** The bank's number of a line, else its text with the instalment. A number of zeros does not count. */
function lineId({ identifier, memo, instalment }: Pick<ReadLine, 'identifier' | 'memo' | 'instalment'>): string {
  if (/[^0\s]/.test(identifier)) return identifier
  const text = plainText(memo)
  return instalment === '' ? text : `${text} ${instalment}`
}

/** The hash of an account, as in the keys of its rows, for the server. */
export function accountHash(keyAccount: string): string {
  return sha256(keyAccount)
}
