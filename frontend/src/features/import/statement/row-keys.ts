import { sha256 } from './sha-256'
import { plainText, type ReadLine, type Statement } from './statement'

/** Joins the parts of a key: no text of a bank has it. */
const SEPARATOR = '\u001f'

/**
 * The key of each line of a statement, in its order: which line of which statement it is. Equal lines of one file are
 * counted, so that two equal coffees are two rows. Lower-case hex.
 * @param walletId takes the place of the account where the file names none
 */
export function rowKeys({ account, lines }: Pick<Statement, 'account' | 'lines'>, walletId: string): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const parts = [account || walletId, lineId(line), line.date, line.centavos].join(SEPARATOR)
    const occurrence = (seen.get(parts) ?? 0) + 1
    seen.set(parts, occurrence)
    return sha256(`${parts}${SEPARATOR}${occurrence}`)
  })
}

/** The bank's own number of a line, else its text with the instalment. A number of zeros is none. */
function lineId({ identifier, memo, instalment }: Pick<ReadLine, 'identifier' | 'memo' | 'instalment'>): string {
  if (/[^0\s]/.test(identifier)) return identifier
  const text = plainText(memo)
  return instalment === '' ? text : `${text} ${instalment}`
}

/** The account that a statement is of, as the server sees it: its number never leaves the device. Null where it is not known. */
export function accountHash({ account }: Pick<Statement, 'account'>): string | null {
  return account === '' ? null : sha256(account)
}
