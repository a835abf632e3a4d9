import fc from 'fast-check'
import { v4 as randomId } from 'uuid'
import { loadSettings } from '../platform/config/settings.js'
import { ResetLinks } from './reset-links.js'

const [before, now] = ['antes'.repeat(8), 'agora'.repeat(8)]
const links = (...secrets: string[]) => new ResetLinks(loadSettings({ JWT_SECRET: secrets.join(',') }))
const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length)

describe('reset links', () => {
  const id = randomId()
  const token = tokenOf(links(now).of(id))

  it('lead back to the request they were made for', () => {
    expect(links(now).idOf(token)).toBe(id)
  })

  it('of both secrets are good while one is rotated, and the first makes them', () => {
    const old = tokenOf(links(before).of(id))
    expect(links(now, before).idOf(old)).toBe(id)
    expect(links(now).idOf(old)).toBeNull()
    expect(tokenOf(links(now, before).of(id))).toBe(token)
  })

  it('are refused with anything added', () => {
    const added = fc.string({ minLength: 1, maxLength: 4, unit: 'binary' })
    const place = fc.integer({ min: 0, max: token.length })
    fc.assert(fc.property(added, place, (text, at) => expect(links(now).idOf(token.slice(0, at) + text + token.slice(at))).toBeNull()))
    for (const end of ['A', '=', '==', '\n', ' ', '.', '%']) expect(links(now).idOf(`${token}${end}`)).toBeNull()
  })

  it('are refused with any letter changed, also for its twin of the other alphabet', () => {
    const twins: Record<string, string> = { '-': '+', _: '/' }
    for (let at = 0; at < token.length; at++) {
      const letter = token[at] as string
      for (const other of [letter === 'A' ? 'B' : 'A', twins[letter] ?? '!']) {
        expect(links(now).idOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
      }
    }
  })
})
