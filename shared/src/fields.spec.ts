import fc from 'fast-check'
import { addressText, clearableText, secret, text } from './fields.js'
import { isEmail, normaliseEmail } from './email.js'

const schemas = {
  text: text({ max: 200, missing: 'Falta' }),
  'clearable text': clearableText(200),
  secret: secret({ max: 200, missing: 'Falta' }),
  'text of an address': addressText,
}
const broken = fc.constantFrom('\u0000', '\ud83d', '\udc4d', '\udc4d\ud83d')

describe.each(Object.entries(schemas))('a %s', (_, schema) => {
  it('refuses U+0000 and lone surrogates at any place', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 50, unit: 'grapheme' }),
        broken,
        fc.string({ maxLength: 50, unit: 'grapheme' }),
        (before, bad, after) => {
          const [issue] = schema.safeParse(`a${before}${bad}${after}z`).error?.issues ?? []
          expect(issue?.message).toBe('O texto tem um caractere inválido')
        },
      ),
    )
  })

  it('accepts any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 10, unit: 'grapheme' }), (written) => expect(schema.safeParse(`a${written}z`).success).toBe(true)),
    )
    expect(schema.parse('Ação 👍🏽 e 👩‍👧')).toBe('Ação 👍🏽 e 👩‍👧')
  })
})

describe('lengths', () => {
  it.each(Object.entries(schemas))('of a %s count code points', (_, schema) => {
    expect(schema.safeParse('👍'.repeat(200)).success).toBe(true)
    expect(schema.safeParse('👍'.repeat(201)).error?.issues[0]?.message).toBe('Use no máximo 200 caracteres')
  })
})

describe('texts', () => {
  it('drop invisible characters, and are missing when nothing else is left', () => {
    expect(schemas.text.parse(' Pa\u0303o\u200b ')).toBe('Pão')
    expect(schemas.text.safeParse('\u200b\u00ad').error?.issues[0]?.message).toBe('Falta')
    expect(schemas['clearable text'].parse('\u200e')).toBeNull()
    expect(schemas['text of an address'].parse('\ufeffPão')).toBe('Pão')
    expect(schemas.secret.parse(' Pa\u0303o\u200b ')).toBe(' Pa\u0303o\u200b ')
  })
})

describe('an e-mail', () => {
  it.each(['\u212aelly@exemplo.com', 'kelly@\u212aelly.com', 'KELLY@\u212aELLY.COM', '\u017fara@exemplo.com'])(
    'turns no letter into an ASCII one: %s',
    (email) => expect(isEmail(normaliseEmail(email))).toBe(false),
  )

  it('is lower-cased', () => expect(normaliseEmail(' Ana@Exemplo.COM ')).toBe('ana@exemplo.com'))

  it.each(['a\u0000b@exemplo.com', 'a\ud83d@exemplo.com', 'ana@exem\udc4dplo.com', 'ana@exemplo.c\u0007m'])(
    'refuses characters that no address has: %j',
    (email) => {
      expect(isEmail(email)).toBe(false)
    },
  )

  it.each(['ana@exemplo.com.br', 'ana.souza+prumo@exemplo.com', "o'hara_1@sub.exemplo.com", 'a@x.co'])('accepts %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each(',;:<>()[]"\\'.split(''))('refuses %s, by which a mailer would write to another address', (letter) => {
    expect(isEmail(`a${letter}victim@x.com`)).toBe(false)
    expect(isEmail(`a@x${letter}y.com`)).toBe(false)
    expect(isEmail(`a@x.com${letter}`)).toBe(false)
  })

  it.each(['ana', 'ana@exemplo', 'ana@exemplo.', 'ana@.com', 'ana@-x.com', 'ana@x-.com', 'a b@x.com', 'a@@x.com', '@x.com', 'ana@x..com'])(
    'refuses %s',
    (email) => {
      expect(isEmail(email)).toBe(false)
    },
  )
})

it('stops at a secret that is too long before running further rules', () => {
  const asked: string[] = []
  const password = secret({ max: 10, missing: 'Digite a senha' }).refine((value) => asked.push(value) > 0)
  expect(password.safeParse('a'.repeat(11)).success).toBe(false)
  expect(asked).toEqual([])
  expect(password.safeParse('a'.repeat(10)).success).toBe(true)
})
