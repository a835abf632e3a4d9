import { searchable } from '@prumo/shared/search'
import { cleanStatementName } from '@prumo/shared/statement-names'

/** Words that join a name with what differs from time to time, such as a date. */
const JOINING_WORDS: ReadonlySet<string> = new Set([
  'de',
  'do',
  'da',
  'dos',
  'das',
  'em',
  'no',
  'na',
  'e',
  'dia',
  'a',
  'o',
  'com',
  'para',
  'por',
])

/**
 * The text that a rule is offered for: what the descriptions have in common from their beginning on, without numbers, dates and what
 * follows a comma. `Maquininha, vendas de 24/11` gives `maquininha`.
 */
export function ruleTextOf(descriptions: readonly string[]): string {
  const [first = '', ...others] = descriptions.map(nameWords).filter((words) => words.length > 0)
  const common = others.reduce<readonly string[]>(
    (shared, words) => shared.slice(0, shared.findIndex((word, index) => searchable(word) !== searchable(words[index] ?? '')) >>> 0),
    first === '' ? [] : first,
  )
  return (common.length > 0 ? common : first === '' ? [] : first).join(' ')
}

function nameWords(description: string): string[] {
  const name = cleanStatementName(description).toLowerCase()
  const words = (/^[^\d,;:/(]{2,}/u.exec(name)?.[0] ?? name).split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  while (words.length > 1 && JOINING_WORDS.has(words.at(-1) ?? '')) words.pop()
  return words
}
