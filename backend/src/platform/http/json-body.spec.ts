import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { bodyTexts, parseJsonBody, parseLargeJsonBody } from './json-body.js'

const parse = (text: string) => parseJsonBody(Buffer.from(text))
const malformed = expect.objectContaining({ code: 'VALIDATION' })
const refusedAs = (message: string) => expect.objectContaining({ code: 'VALIDATION', message })

function nested(depth: number, [open, close]: [string, string]): string {
  return open.repeat(depth) + close.repeat(depth)
}

describe('a JSON body', () => {
  it('parses as JSON.parse does', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 10 }), (text) => expect(parse(text)).toEqual(JSON.parse(text))))
  })

  it.each(['', ' ', '\r\n\t'])('counts as absent when it is empty: %j', (text) => {
    expect(parse(text)).toBeUndefined()
  })

  it('may be nested 20 levels deep', () => {
    expect(parse(nested(20, ['[', ']']))).toHaveLength(1)
  })

  it.each([21, 1_000, 50_000])('is refused when nested %d levels deep, with any content', (depth) => {
    for (const brackets of [
      ['[', ']'],
      ['{"a":[', ']}'],
    ] as [string, string][])
      expect(() => parse(nested(depth, brackets))).toThrow(refusedAs(bodyTexts.tooDeep))
    expect(() => parse('['.repeat(depth))).toThrow(refusedAs(bodyTexts.tooDeep))
  })

  it('may have 100 names in each object', () => {
    const wide = (names: number) => Object.fromEntries(Array.from({ length: names }, (_, index) => [`n${index}`, ':']))
    const text = JSON.stringify({ rows: Array.from({ length: 5 }, () => wide(100)), ...wide(99) })
    expect(parse(text)).toEqual(JSON.parse(text))
    for (const value of [wide(101), [wide(101)], { a: { b: wide(101) } }])
      expect(() => parse(JSON.stringify(value))).toThrow(refusedAs(bodyTexts.tooManyNames))
  })

  it('may contain brackets in its texts, with any escapes', () => {
    const text = JSON.stringify({ [nested(30, ['[', '{'])]: '\\"[[[['.repeat(30) })
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each(['{', '{"a":}', '[1,]', '\uFEFF{}', "{'a':1}", 'NaN', '{"a":01}', '"\u0000"', ']]]]'])(
    'is refused when it is not JSON: %j',
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

describe('a large JSON body', () => {
  const large = (text: string) => parseLargeJsonBody(Buffer.from(text))
  const row = { id: '0198c0de-0000-7000-8000-000000000001', text: 'açaí, "[{}]" \\\\', amount: 1.5, none: null, list: [1, [2]] }
  const rows = Array.from({ length: 12_000 }, (_, index) => ({ ...row, index }))

  it('parses as JSON.parse does, with any elements in its lists', async () => {
    const value = {
      before: 'x',
      rows,
      empty: [],
      numbers: Array.from({ length: 200_000 }, (_, index) => index),
      object: { rows: [1] },
      after: [[]],
    }
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)])
      expect(JSON.stringify(await large(text))).toBe(JSON.stringify(value))
    const twice = `{"rows":[1],"__proto__":[{"a":1}],${JSON.stringify({ rows }).slice(1)}`
    expect(JSON.stringify(await large(twice))).toBe(JSON.stringify(JSON.parse(twice)))
  })

  it.each([
    ['ends in a comma', (list: string) => `{"rows":[${list},]}`],
    ['has an element missing', (list: string) => `{"rows":[${list},,${list}]}`],
    ['has no comma', (list: string) => `{"rows":[${list} ${list}]}`],
    ['is closed by another bracket', (list: string) => `{"rows":[${list}}`],
    ['is not closed', (list: string) => `{"rows":[${list}`],
    ['comes twice', (list: string) => `{"rows":[${list}]}{"rows":[]}`],
    ['has no name', (list: string) => `{[${list}]}`],
    ['is followed by something', (list: string) => `{"rows":[${list}]1}`],
  ])('is refused when a list %s', async (_what, textOf) => {
    await expect(large(textOf(JSON.stringify(rows).slice(1, -1)))).rejects.toEqual(malformed)
  })

  it.each([
    ['outside of its lists', JSON.stringify({ text: 'x'.repeat(1_000_000) })],
    ['in one element of a list', JSON.stringify({ rows: ['x'.repeat(1_000_000)] })],
    ['in a list of its own', JSON.stringify(rows)],
    ['in lists of objects inside', JSON.stringify({ user: { rows } })],
  ])('is refused when it is long %s', async (_where, text) => {
    await expect(large(text)).rejects.toEqual(malformed)
  })

  it('is refused when it is too deep, or has too many names or elements', async () => {
    const padded = (value: string) => `{"rows":${JSON.stringify(rows)},"value":${value}}`
    await expect(large(padded(nested(20, ['[', ']'])))).rejects.toEqual(refusedAs(bodyTexts.tooDeep))
    const names = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`n${index}`, 1])))
    await expect(large(padded(names))).rejects.toEqual(refusedAs(bodyTexts.tooManyNames))
    await expect(large(`{"rows":[${'{},'.repeat(250_000)}{}]}`)).rejects.toEqual(refusedAs(bodyTexts.tooMany))
    await expect(large(`{"rows":[${'0,'.repeat(250_001)}0]}`)).rejects.toEqual(refusedAs(bodyTexts.tooMany))
  })

  it('yields to the event loop while it is parsed', async () => {
    let turns = 0
    const parsing = large(JSON.stringify({ rows, more: rows, others: rows }))
    const parsed = { isDone: false }
    void parsing.then(() => (parsed.isDone = true))
    for (; !parsed.isDone; turns++) await nextTurn()
    expect(turns).toBeGreaterThan(10)
  })
})
