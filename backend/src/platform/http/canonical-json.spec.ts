import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { canonicalHash, canonicalText } from './canonical-json.js'

const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '0', '1', '10', '-1', '', 'a', 'b'))
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, '', '1', 'null', '[]', '{}'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string(),
    fc.array(tie('json'), { maxLength: 4 }),
    // As JSON.parse creates it: `__proto__` is an ordinary own property.
    fc.array(fc.tuple(names, tie('json')), { maxLength: 5 }).map((members) => objectOf(members)),
  ),
}))

function objectOf(members: readonly [string, unknown][]): unknown {
  const object: Record<string, unknown> = {}
  for (const [name, value] of members) Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  return object
}

/** The same value with the members of each object reversed. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const shaOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('canonicalText', () => {
  it('is valid JSON of the value', () => {
    fc.assert(fc.property(json, (value) => expect(JSON.parse(canonicalText(value))).toEqual(asJson(value))))
  })

  it('is independent of the order of members', () => {
    fc.assert(fc.property(json, (value) => expect(canonicalText(reversed(value))).toBe(canonicalText(value))))
  })

  it('differs for different values', () => {
    const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
    fc.assert(
      fc.property(json, json, (one, other) => expect(canonicalText(one) === canonicalText(other)).toBe(isSame(one, other))),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[1,[2]]}', '{"a":[[1],2]}'],
    ['{"__proto__":{"a":1}}', '{}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
    ['{"1":2,"2":1}', '{"1":1,"2":2}'],
    ['{"a":{"b":1}}', '{"a":{},"b":1}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":[]}', '{"a":[[]]}'],
    ['{"a":null}', '{}'],
    ['["a","b"]', '["a,b"]'],
    ['"{}"', '{}'],
  ])('differs for %s and %s', (one, other) => {
    expect(canonicalText(JSON.parse(one))).not.toBe(canonicalText(JSON.parse(other)))
  })

  it('has the hash that canonicalHash computes piecewise', async () => {
    const listed = fc.dictionary(fc.string(), fc.oneof(json, fc.array(json)))
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, listed), async (value) => expect(await canonicalHash(value)).toBe(shaOf(canonicalText(value)))),
    )
  })

  it('is linear in the number of objects with distinct names', async () => {
    const body = (objects: number) => ({ rows: Array.from({ length: objects }, (_, index) => ({ [`name${index}`]: index })) })
    const cost = async (objects: number) => {
      const value = body(objects)
      const costs: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = process.cpuUsage()
        await canonicalHash(value)
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      return Math.min(...costs)
    }
    await cost(2_000)
    // 16 times as long when each object is visited once, 256 times when each is compared with all others.
    expect((await cost(32_000)) / (await cost(2_000))).toBeLessThan(64)
  })
})

/** Converts objects to sorted lists of their members, to compare them as texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)]
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  return [
    'object',
    ...Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  ]
}
