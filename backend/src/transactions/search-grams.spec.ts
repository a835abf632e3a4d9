import { searchable } from '@prumo/shared/search'
import fc from 'fast-check'
import { ASKED_BITS, bitsOf, gramsOf } from './search-grams.js'

/** As Postgres' `get_bit` reads them: the first is the highest of the first byte. */
function holds(text: string, term: string): boolean {
  const bytes = Buffer.from(gramsOf(text).slice(1), 'hex')
  return bitsOf(term).every((bit) => ((bytes[bit >> 3] as number) & (128 >> (bit & 7))) !== 0)
}

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('a', 'á', 'ç', 'Z', ' ', '9', '%', '_', '-', '🍞'), maxLength: 60 }),
  )
  .map(searchable)

it('never skips a text that contains the term', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      fc.pre(whole.length > 0)
      const start = from % whole.length
      expect(holds(whole, whole.slice(start, start + 1 + (length % 20)))).toBe(true)
    }),
  )
})

it.each([
  ['bolo de casamento vendas', 'x'],
  ['bolo de casamento vendas', 'bz'],
  ['bolo de casamento vendas', 'ob'],
  ['bolo de casamento vendas', 'olode'],
  ['bolo de casamento vendas', 'casavendas'],
  ['', 'a'],
])('skips %j for %j', (whole, term) => {
  expect(holds(whole, term)).toBe(false)
})

it('needs the same number of bits for terms of any length', () => {
  expect(new Set(['a', 'ab', 'abc', 'abcd', 'x'.repeat(200)].map((term) => bitsOf(term).length))).toEqual(new Set([ASKED_BITS]))
})

it('has a fixed length, so that Postgres can combine two', () => {
  expect(new Set(['', 'a', 'ção 100% 🍞', 'x'.repeat(762)].map((each) => gramsOf(each).length))).toEqual(new Set([1537]))
})
