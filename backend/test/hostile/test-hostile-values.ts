import type { SeededRandom } from './test-random.js'
import type { JsonSchema } from './test-route-table.js'

/** Values to send instead of the expected one. A function returns JSON text that JSON.stringify cannot produce. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  0.005,
  1e21,
  999_999_999.991,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  '',
  ' ',
  '\t\r\n',
  '0',
  '12',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udc4da',
  '\ufeff',
  '\u202egnp.exe',
  'é'.normalize('NFD').repeat(90),
  '👩‍👧'.repeat(60),
  'a'.repeat(201),
  'a'.repeat(5_001),
  'a'.repeat(40_000),
  ' '.repeat(40_000),
  '%'.repeat(190),
  '_%\\'.repeat(40),
  '\\',
  `'; drop table nothing; --`,
  `" or ""="`,
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<img src=x>',
  '../../../etc/passwd',
  'a\r\nX-Evil: 1',
  '2026-13-45',
  '2025-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271821-04-20',
  '2026-11',
  '2026-11-20T25:61:61Z',
  '2026-11-20T10:00:00+99:99',
  '+002026-11-20',
  '-'.repeat(36),
  '0198c0de-0000-7000-8000-00000000000g',
  '{0198c0de-0000-7000-8000-000000000001}',
  '0'.repeat(36),
  'a@b',
  'a@b.c@d.e',
  `${'a'.repeat(250)}@exemplo.com`,
  'a\u0000@exemplo.com',
  '"a b"@exemplo.com',
  [],
  [[]],
  ['a'],
  [null],
  Array.from({ length: 2_000 }, () => 'Marketing e vendas'),
  {},
  { a: 1 },
  { length: 3 },
  { toString: 'x' },
  { valueOf: null },
  { $gt: '' },
  { toJSON: 1 },
  { then: 1 },
]

/** Numbers and names that exist only in raw JSON. */
const rawValues = [
  '1e400',
  '-1e400',
  '1e-400',
  '123456789012345678901234567890',
  '0.1e1',
  '-0.0',
  '{"__proto__":{"admin":true}}',
  '"\\ud800"',
  '"\\u0000"',
]

export const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'id ',
  'AMOUNT',
  'a'.repeat(3_000),
  '\u0000',
  '\ud800',
  'userId',
  'version',
  '0',
  '$where',
]

/** An arbitrary value as JSON text. */
export function hostileJson(random: SeededRandom): string {
  if (random.chance(0.15)) return random.pick(rawValues)
  if (random.chance(0.1)) return nested(random)
  return JSON.stringify(random.pick(values))
}

/** An arbitrary value as text, for addresses and headers. */
export function hostileText(random: SeededRandom): string {
  const value = random.pick(values)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function nested(random: SeededRandom): string {
  const depth = random.pick([19, 21, 200, 5_000, 16_000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  return `${open.repeat(depth)}1${random.chance(0.8) ? close.repeat(depth) : ''}`
}

/** A value that the schema probably accepts. */
export function plausible(schema: JsonSchema, random: SeededRandom, ids: readonly string[]): unknown {
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return plausible(random.pick(schema.anyOf), random, ids)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') {
    const named = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) || random.chance(0.4))
    return Object.fromEntries(named.map(([name, of]) => [name, plausible(of, random, ids)]))
  }
  if (type === 'array') return Array.from({ length: random.below(3) }, () => plausible(schema.items ?? {}, random, ids))
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 0, random.below(5_000) / (type === 'integer' ? 1 : 4))
  if (type === 'null') return null
  if (schema.format === 'uuid') return random.chance(0.3) ? random.pick(ids) : random.uuid()
  if (schema.format === 'date') return `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`
  if (schema.format === 'email') return `pessoa${random.below(1e9)}@exemplo.com`
  return random
    .pick(['Bolo de casamento', 'Café da manhã', 'Aluguel 👍', '2026-11-20', 'senha-que-ninguem-tem'])
    .padEnd(schema.minLength ?? 0, 'x')
}
