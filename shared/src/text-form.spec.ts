import fc from 'fast-check'
import { codePointsOf, cutText, normaliseText } from './text-form.js'

const INVISIBLE = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2060',
  '\u2066',
  '\ufeff',
  '\u3164',
  '\u2800',
  '\ufe0f',
  '\u{e0041}',
  '\u0007',
]
const EMOJI = ['👩‍👧', '👩🏽‍🚀', '🏳️‍🌈', '👨‍👩‍👧‍👦', '❤️‍🔥', '❤️', '👍🏽', '🇧🇷', '1️⃣', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}']
const HAS_INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\u0001-\u0008]/u
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom(...INVISIBLE, ...EMOJI, ' ', 'e', '\u0301', '\n'),
  fc.array(fc.constantFrom('\u0301', '\u0323', '\u0344'), { minLength: 20, maxLength: 70 }).map((marks) => marks.join('')),
)
const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

describe('normaliseText', () => {
  it('is idempotent, and returns at most the code points of NFC', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const normalised = normaliseText(text)
        expect(normaliseText(normalised)).toBe(normalised)
        expect(codePointsOf(normalised)).toBeLessThanOrEqual(codePointsOf(text.normalize('NFC')))
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps no invisible character of a text without emoji, whose form is NFC', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const normalised = normaliseText(text.replace(/\p{Extended_Pictographic}|\p{Script=Han}|\ufe0f\u20e3/gu, 'a'))
        expect(normalised).not.toMatch(HAS_INVISIBLE)
        expect(normalised).toBe(normalised.normalize('NFC'))
      }),
      { numRuns: 1_000 },
    )
  })

  // Normalising so many marks takes minutes.
  it('keeps 30 marks of a letter, in bounded time', () => {
    expect(normaliseText(`q${'\u0323\u0301'.repeat(200_000)}`)).toBe(`q${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}`)
  })

  it('keeps emoji whole next to any character', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EMOJI),
        fc.constantFrom('', ...INVISIBLE),
        // A selector after an emoji belongs to it.
        fc.constantFrom('', ...INVISIBLE.filter((mark) => mark !== '\ufe0f')),
        (emoji, before, after) => {
          expect(normaliseText(`Bolo ${before}${emoji}${after}`)).toBe(`Bolo ${emoji}`)
        },
      ),
    )
  })

  it.each([
    ['  Pão\u00ad \u200b', 'Pão'],
    ['Pa\u0303o', 'Pão'],
    ['p\u200da\u200do', 'pao'],
    ['\u202eBolo\u202c', 'Bolo'],
    ['\u200b \u200d\ufeff', ''],
    ['\ufe0f\u3164\u115f\u2800\u{e0042}\u0007', ''],
    ['Bo\ufe0flo 1\ufe0f', 'Bolo 1'],
    ['❤\ufe0f\ufe0f 🎂\u{e0042}', '❤\ufe0f 🎂'],
    ['um\ndois\ttrês', 'um\ndois\ttrês'],
  ])('of %j is %j', (text, normalised) => expect(normaliseText(text)).toBe(normalised))
})

it('cutText cuts at a code point, and keeps a short text', () => {
  expect(cutText('a👍b', 2)).toBe('a👍')
  expect(cutText('a👍b', 3)).toBe('a👍b')
  fc.assert(
    fc.property(texts, fc.nat({ max: 30 }), (text, most) => {
      expect(cutText(text, most)).toBe(Array.from(text).slice(0, most).join(''))
    }),
  )
})
