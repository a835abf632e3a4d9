/** Rows and columns of a keyboard, the alphabet and the digits, in the order in which people run along them. */
const LINES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklç',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
]

/** Pairs of characters that follow each other on a line, in one direction. */
const pairsOf = (line: string): string[] => Array.from(line.slice(1), (character, index) => `${line[index]}${character}`)

/** Each line forwards and backwards. */
const STEPS: readonly ReadonlySet<string>[] = LINES.flatMap((line) => [
  new Set(pairsOf(line)),
  new Set(pairsOf(Array.from(line).toReversed().join(''))),
])

/** A shorter run along a line is part of many good passwords. */
const LEAST_RUN = 3
/** The longest text whose repetition is no password. */
const LONGEST_UNIT = 3

/** Whether a text is one of up to three characters again and again: `aaaaaa`, `121212`, `abcabc`. */
export function isRepetition(text: string): boolean {
  const characters = Array.from(text)
  for (let length = 1; length <= LONGEST_UNIT && characters.length >= 2 * length; length++) {
    if (characters.every((character, index) => index < length || character === characters[index - length])) return true
  }
  return false
}

/**
 * Whether a text is made of nothing but runs of at least three characters along the digits, the alphabet or a keyboard, in either
 * direction, or of the same one: `987654`, `abcdef`, `qwe123`, `1qaz2wsx`, `aaa111`. @param text in small letters
 */
export function isSequence(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const length = longestRun(text, start)
    if (length < LEAST_RUN) return false
    start += length
  }
  return text.length > 0
}

function longestRun(text: string, start: number): number {
  const length = (follows: (pair: string) => boolean): number => {
    let end = start + 1
    while (end < text.length && follows(text.slice(end - 1, end + 1))) end++
    return end - start
  }
  return Math.max(
    length(([one, other]) => one === other),
    ...STEPS.map((pairs) => length((pair) => pairs.has(pair))),
  )
}
