import { searchable } from '@prumo/shared/search'
import type { TransactionDetails } from './transaction.events.js'

/**
 * Which letters, pairs and triples of letters occur in a text as a set of bits, so that texts without a term are passed
 * over in heaps: whatever holds the term has every bit of the term. Letters and pairs of a–z, 0–9 and the space have a
 * bit each, so that also the shortest terms tell texts apart; triples have two that others share, as other characters do.
 */

const LETTERS = 45
const PAIRS_AT = LETTERS
const TRIPLES_AT = PAIRS_AT + LETTERS * LETTERS
/** As many as 64 descriptions fill to a sixth, or to a half where hardly two are alike. */
const BITS = 6144
const TRIPLES = BITS - TRIPLES_AT

/** What a search looks through. */
export function searchTextOf({ description, category }: Pick<TransactionDetails, 'description' | 'category'>): string {
  return searchable(`${description} ${category ?? ''}`)
}

/** So many bits tell terms apart well enough, however many triples they have. */
export const ASKED_BITS = 16

/**
 * The bits that a text has if it holds a term, which is not empty: those of the term's triples or, where it has none, of
 * its pair or its letter. They are as many whatever the term's length, so that one statement asks for them.
 */
export function bitsOf(term: string): number[] {
  const letters = Array.from({ length: Math.min(term.length, ASKED_BITS / 2 + 2) }, (_, at) => letterOf(term.charCodeAt(at)))
  const [first = 0, second = 0] = letters
  const triples = letters.slice(2).flatMap((letter, at) => tripleOf(letters[at] as number, letters[at + 1] as number, letter))
  const bits = triples.length > 0 ? triples : [letters.length === 1 ? first : pairOf(first, second)]
  return Array.from({ length: ASKED_BITS }, (_, at) => bits[at % bits.length] as number)
}

/** The bits of a text that `searchable` made, as Postgres reads and this program compares a `varbit`: `x` and hexadecimal. */
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

/** Which of the letters a UTF-16 unit counts as. */
function letterOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  if (code >= 48 && code <= 57) return code - 48 + 26
  if (code === 32) return 36
  // Half a pair of units that stands alone is stored as the replacement character, so they count as one.
  return code >= 0xd800 ? 44 : 37 + (code % 7)
}
