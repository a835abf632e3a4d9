import fc from 'fast-check'
import { parseJsonBody } from './json-body.js'

const parse = (text: string) => parseJsonBody(Buffer.from(text))
const malformed = expect.objectContaining({ statusCode: 400 })

function nested(depth: number, [open, close]: [string, string]): string {
  return open.repeat(depth) + close.repeat(depth)
}

describe('a JSON body', () => {
  it('is what JSON says it is', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 10 }), (text) => expect(parse(text)).toEqual(JSON.parse(text))))
  })

  it.each(['', ' ', '\r\n\t'])('counts as none when it is empty: %j', (text) => {
    expect(parse(text)).toBeUndefined()
  })

  it('may be nested 20 deep', () => {
    expect(parse(nested(20, ['[', ']']))).toHaveLength(1)
  })

  it.each([21, 1_000, 50_000])('is refused when it is nested %d deep, whatever is in it', (depth) => {
    for (const brackets of [
      ['[', ']'],
      ['{"a":[', ']}'],
    ] as [string, string][])
      expect(() => parse(nested(depth, brackets))).toThrow(malformed)
    expect(() => parse('['.repeat(depth))).toThrow(malformed)
  })

  it('may hold brackets in its texts, whatever is escaped there', () => {
    const text = JSON.stringify({ [nested(30, ['[', '{'])]: '\\"[[[['.repeat(30) })
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each(['{', '{"a":}', '[1,]', '\uFEFF{}', "{'a':1}", 'NaN', '{"a":01}', '"\u0000"', ']]]]'])(
    'is refused when it is no JSON: %j',
    (text) => {
      expect(() => parse(text)).toThrow(malformed)
    },
  )

  it('is refused when it is not UTF-8', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      expect(() => parseJsonBody(Buffer.from(bytes))).toThrow(malformed)
    }
  })
})
