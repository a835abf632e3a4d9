import fc from 'fast-check'
import { v4 as randomId } from 'uuid'
import { LinkTokens } from './link-tokens.js'

const [before, now] = ['antes'.repeat(8), 'agora'.repeat(8)]
const tokens = (...secrets: [string, ...string[]]) => new LinkTokens(secrets, 'a-purpose')

describe('tokens of mailed links', () => {
  const id = randomId()
  const token = tokens(now).of(id)

  it('yield the id of their request', () => {
    expect(tokens(now).idOf(token)).toBe(id)
  })

  it('of both secrets are valid during rotation, and the first one signs', () => {
    const old = tokens(before).of(id)
    expect(tokens(now, before).idOf(old)).toBe(id)
    expect(tokens(now).idOf(old)).toBeNull()
    expect(tokens(now, before).of(id)).toBe(token)
  })

  it('are valid only for their purpose', () => {
    expect(new LinkTokens([now], 'another-purpose').idOf(token)).toBeNull()
  })

  it('are refused with any addition', () => {
    const added = fc.string({ minLength: 1, maxLength: 4, unit: 'binary' })
    const place = fc.integer({ min: 0, max: token.length })
    fc.assert(fc.property(added, place, (text, at) => expect(tokens(now).idOf(token.slice(0, at) + text + token.slice(at))).toBeNull()))
    for (const end of ['A', '=', '==', '\n', ' ', '.', '%']) expect(tokens(now).idOf(`${token}${end}`)).toBeNull()
  })

  it('are refused with any letter changed, even to its twin in the other base64 alphabet', () => {
    const twins: Record<string, string> = { '-': '+', _: '/' }
    for (let at = 0; at < token.length; at++) {
      const letter = token[at] as string
      for (const other of [letter === 'A' ? 'B' : 'A', twins[letter] ?? '!']) {
        expect(tokens(now).idOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
      }
    }
  })
})
