/** Sequences that passwords follow: digits, the alphabet, rows and columns of a keyboard. */
const SEQUENCES = [
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

/** Consecutive pairs of characters of a sequence, in one direction. */
const pairsOf = (line: string): string[] => Array.from(line.slice(1), (character, index) => `${line[index]}${character}`)

/** Each sequence forwards and backwards. */
const STEPS: readonly ReadonlySet<string>[] = SEQUENCES.flatMap((line) => [
  new Set(pairsOf(line)),
  new Set(pairsOf(Array.from(line).toReversed().join(''))),
])

/** Shorter runs occur in many good passwords. */
const MIN_RUN = 3
/** The longest unit whose repetition is refused. */
const MAX_UNIT = 3

/** Whether a text repeats a unit of up to three characters: `aaaaaa`, `121212`, `abcabc`. */
export function isRepetition(text: string): boolean {
  const characters = Array.from(text)
  for (let length = 1; length <= MAX_UNIT && characters.length >= 2 * length; length++) {
    if (characters.every((character, index) => index < length || character === characters[index - length])) return true
  }
  return false
}

/**
 * Whether a text consists only of runs of at least three characters: along digits, alphabet or keyboard in either direction, or
 * of one character. `987654`, `abcdef`, `qwe123`, `1qaz2wsx`, `aaa111`. @param text in lower case
 */
export function isSequence(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const length = longestRun(text, start)
    if (length < MIN_RUN) return false
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
