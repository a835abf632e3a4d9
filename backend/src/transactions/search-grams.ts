/**
 * The letters, pairs and triples of letters in a text as a bit set, so that a search skips texts without the term: a
 * text with the term has every bit of the term. Each letter and pair of a–z, 0–9 and the space has its own bit, so that
 * even short terms are selective. Triples share two bits with others, and so do other characters.
 */

const LETTERS = 45
const PAIRS_AT = LETTERS
const TRIPLES_AT = PAIRS_AT + LETTERS * LETTERS
/** 64 descriptions set a sixth of these bits, or half of them if hardly two are alike. */
const BITS = 6144
const TRIPLES = BITS - TRIPLES_AT

/** So many bits are selective enough, however many triples a term has. */
export const ASKED_BITS = 16

/**
 * The bits of every text with a term, which is not empty: those of its triples or, if it has none, of its pair or
 * letter. Always the same number, so that one statement serves all terms.
 */
export function bitsOf(term: string): number[] {
  const letters = Array.from({ length: Math.min(term.length, ASKED_BITS / 2 + 2) }, (_, at) => letterOf(term.charCodeAt(at)))
  const [first = 0, second = 0] = letters
  const triples = letters.slice(2).flatMap((letter, at) => tripleOf(letters[at] as number, letters[at + 1] as number, letter))
  const bits = triples.length > 0 ? triples : [letters.length === 1 ? first : pairOf(first, second)]
  return Array.from({ length: ASKED_BITS }, (_, at) => bits[at % bits.length] as number)
}

/** The bits of a text from `searchable`, in the format of Postgres' `varbit`: `x` and hexadecimal. */
export function gramsOf(searched: string): string {
  const bits = Buffer.alloc(BITS / 8)
  let [before, beforeThat] = [-1, -1]
  for (let at = 0; at < searched.length; at++) {
    const letter = letterOf(searched.charCodeAt(at))
    set(bits, letter)
    if (before >= 0) set(bits, pairOf(before, letter))
    if (beforeThat >= 0) for (const bit of tripleOf(beforeThat, before, letter)) set(bits, bit)
    beforeThat = before
    before = letter
  }
  return `x${bits.toString('hex')}`
}

function pairOf(first: number, second: number): number {
  return PAIRS_AT + first * LETTERS + second
}

function tripleOf(first: number, second: number, third: number): [number, number] {
  const triple = (first * LETTERS + second) * LETTERS + third
  return [TRIPLES_AT + ((Math.imul(triple, 0x9e3779b1) >>> 0) % TRIPLES), TRIPLES_AT + ((Math.imul(triple, 0x85ebca6b) >>> 7) % TRIPLES)]
}

function set(bits: Buffer, bit: number): void {
  bits[bit >> 3] = (bits[bit >> 3] as number) | (128 >> (bit & 7))
}

/** The letter class of a UTF-16 unit. */
function letterOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  if (code >= 48 && code <= 57) return code - 48 + 26
  if (code === 32) return 36
  // An unpaired surrogate is stored as the replacement character, so all surrogates count as one letter.
  return code >= 0xd800 ? 44 : 37 + (code % 7)
}
