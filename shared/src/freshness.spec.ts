import fc from 'fast-check'
import {
  MAX_ASKS,
  readAsks,
  readIncluded,
  readPosition,
  readReflected,
  writeAsks,
  writeIncluded,
  writePosition,
  writeReflected,
} from './freshness.js'

const seqs = fc.nat({ max: 999_999_999_999_999 })
const logs = fc.stringMatching(/^[0-9a-z]{1,32}$/)
const keys = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: MAX_ASKS })
const names = fc.constantFrom('insights', 'fund-analysis', 'report-insights')

it('reads what it writes', () => {
  fc.assert(fc.property(logs, seqs, (log, seq) => expect(readPosition(writePosition({ log, seq }))).toEqual({ log, seq })))
  const parts = fc.dictionary(names, seqs, { noNullPrototype: true })
  fc.assert(
    fc.property(logs, seqs, parts, (log, seq, of) =>
      expect(readReflected(writeReflected({ log, seq, parts: of }))).toEqual({ log, seq, parts: of }),
    ),
  )
  fc.assert(fc.property(keys, (asked) => expect(readAsks(writeAsks(asked))).toEqual(asked)))
  const fates = fc.array(fc.tuple(fc.uuid(), fc.option(seqs.map((seq) => seq + 1).filter((seq) => seq < 1e15))), { minLength: 1 })
  fc.assert(fc.property(fates, (of) => expect(readIncluded(writeIncluded(new Map(of)))).toEqual(new Map(of))))
})

it('writes the spelling of the contract', () => {
  expect(writeReflected({ log: '1f', seq: 12, parts: { insights: 9 } })).toBe('1f.12, insights=9')
  const [one, other] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
  expect(
    writeIncluded(
      new Map([
        [one, 7],
        [other, null],
      ]),
    ),
  ).toBe(`${one}=7, ${other}=no`)
  expect(readAsks(`${one.toUpperCase()},${other}`)).toEqual([one, other])
})

it.each([
  '',
  '1f',
  '1f.',
  '.1',
  '1f.01',
  '1f.-1',
  '1f.1e3',
  '1F.1',
  '1f.1 ',
  ' 1f.1',
  '1f.1.1',
  '1f,1',
  `${'a'.repeat(33)}.1`,
  '1f.1234567890123456',
  '1f.1\n',
])('refuses %j as a position', (text) => {
  expect(readPosition(text)).toBeNull()
  expect(readReflected(text)).toBeNull()
})

it.each(['1f.1,', '1f.1, insights', '1f.1, insights=x', '1f.1, =1', '1f.1, a=1=1'])('refuses %j as a reflected position', (text) => {
  expect(readReflected(text)).toBeNull()
})

const key = '0198c0de-0000-7000-8000-000000000001'
it.each(['', ',', 'x', `${key},`, `${key};${key}`, `{${key}}`, Array.from({ length: MAX_ASKS + 1 }, () => key).join()])(
  'refuses %j as keys',
  (text) => {
    expect(readAsks(text)).toBeNull()
  },
)

it.each(['', key, `${key}=`, `${key}=0`, `${key}=yes`, `${key}=1=1`, `x=1`])('refuses %j as included commands', (text) => {
  expect(readIncluded(text)).toBeNull()
})

it('refuses a long run of blanks between keys in linear time', () => {
  const start = performance.now()
  expect(readAsks(`0198c0de-0000-7000-8000-000000000001${' '.repeat(100_000)}x`)).toBeNull()
  expect(performance.now() - start).toBeLessThan(1_000)
})
