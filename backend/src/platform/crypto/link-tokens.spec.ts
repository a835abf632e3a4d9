import fc from 'fast-check'
import { v4 as randomId } from 'uuid'
import { LinkTokens } from './link-tokens.js'

const [before, now] = ['antes'.repeat(8), 'agora'.repeat(8)]
const tokens = (...secrets: [string, ...string[]]) => new LinkTokens(secrets, 'a-purpose')

describe('tokens of mailed links', () => {
  const id = randomId()
  const token = tokens(now).of(id)

  it('lead back to the request they were made for', () => {
    expect(tokens(now).idOf(token)).toBe(id)
  })

  it('of both secrets are good while one is rotated, and the first makes them', () => {
    const old = tokens(before).of(id)
    expect(tokens(now, before).idOf(old)).toBe(id)
    expect(tokens(now).idOf(old)).toBeNull()
    expect(tokens(now, before).of(id)).toBe(token)
  })

  it('are good for their purpose alone', () => {
    expect(new LinkTokens([now], 'another-purpose').idOf(token)).toBeNull()
  })

  it('are refused with anything added', () => {
    const added = fc.string({ minLength: 1, maxLength: 4, unit: 'binary' })
    const place = fc.integer({ min: 0, max: token.length })
    fc.assert(fc.property(added, place, (text, at) => expect(tokens(now).idOf(token.slice(0, at) + text + token.slice(at))).toBeNull()))
    for (const end of ['A', '=', '==', '\n', ' ', '.', '%']) expect(tokens(now).idOf(`${token}${end}`)).toBeNull()
  })

  it('are refused with any letter changed, also for its twin of the other alphabet', () => {
    const twins: Record<string, string> = { '-': '+', _: '/' }
    for (let at = 0; at < token.length; at++) {
      const letter = token[at] as string
      for (const other of [letter === 'A' ? 'B' : 'A', twins[letter] ?? '!']) {
        expect(tokens(now).idOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
      }
    }
  })
})
