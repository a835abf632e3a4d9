import fc from 'fast-check'
import { isCommonPassword } from './common-passwords.js'
import { isRepetition, isSequence } from './password-patterns.js'

describe('isCommonPassword', () => {
  it.each([
    '654321',
    '987654321',
    '888888',
    '121212',
    'aaaaaa',
    'abcdef',
    'corinthians',
    'senha1',
    'password',
    'Senha123',
    'SENHA@2026',
    '123senha',
    'Corinthians1910',
    'flamengo10',
    'palmeiras',
    'são-paulo'.replace('-', ''),
    'coração',
    'ana123',
    'jesus777',
    'qwerty',
    'asdfghjklç',
    'poiuyt',
    '1qaz2wsx',
    'abc123',
    'qweasd',
    '123321',
    '0987654321',
    'zyxwvu',
    'aaa111',
    'abcabc',
  ])('accepts %s as common', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'segredo1',
    'exemplo123',
    'outrasenha',
    'novasenha1',
    'senha-da-rita',
    'flamengo-e-vasco',
    'maria190319',
    'cbd714',
    'aabbcd',
    '12ab34cd',
    'ação d',
  ])('rejects %s as not common', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

describe('patterns', () => {
  it('include every run along the digits and the alphabet, in both directions', () => {
    const line = fc.constantFrom('0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop')
    fc.assert(
      fc.property(line, fc.nat(20), fc.integer({ min: 3, max: 10 }), fc.boolean(), (whole, at, length, isBackwards) => {
        const run = whole.slice(at % (whole.length - 2)).slice(0, length)
        expect(isSequence(isBackwards ? Array.from(run).toReversed().join('') : run)).toBe(true)
      }),
    )
  })

  it('include every repeated unit of up to three characters, cut off or not', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' }),
        fc.integer({ min: 2, max: 9 }),
        fc.nat(2),
        (unit, times, more) => {
          expect(isRepetition(unit.repeat(times) + unit.slice(0, more))).toBe(true)
        },
      ),
    )
  })

  it('are matched in linear time', () => {
    const startedAt = performance.now()
    for (const text of ['a'.repeat(200), '123'.repeat(66), 'abcd'.repeat(50), 'áé'.repeat(100)]) isCommonPassword(text)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
