import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badExceptions, gravelyKnown } from './advisories.mjs'
import { repository } from './repository.mjs'

const TODAY = '2026-11-24'
const advisory = (id, severity, name = 'left-pad') => ({
  source: 1,
  name,
  title: 'It pads too much',
  url: `https://github.com/advisories/${id}`,
  severity,
})
const report = (...via) => ({ auditReportVersion: 2, vulnerabilities: { 'left-pad': { via }, padded: { via: ['left-pad'] } } })

it('what is high or critical keeps a release back, told once', () => {
  expect(gravelyKnown(report(), [], TODAY)).toEqual([])
  expect(gravelyKnown(report(advisory('GHSA-1', 'moderate')), [], TODAY)).toEqual([])
  const grave = report(advisory('GHSA-1', 'high'), advisory('GHSA-1', 'high'), advisory('GHSA-2', 'critical', 'right-pad'))
  expect(gravelyKnown(grave, [], TODAY)).toEqual([
    'left-pad: It pads too much (https://github.com/advisories/GHSA-1)',
    'right-pad: It pads too much (https://github.com/advisories/GHSA-2)',
  ])
})

it('an exception counts to the end of its day', () => {
  const exception = { advisory: 'GHSA-1', reason: 'Only the build pads', until: TODAY }
  const grave = report(advisory('GHSA-1', 'high'))
  expect(gravelyKnown(grave, [exception], TODAY)).toEqual([])
  expect(gravelyKnown(grave, [exception], '2026-11-25')).toEqual([expect.stringContaining('a exceção acabou em 2026-11-24')])
  expect(gravelyKnown(grave, [{ ...exception, advisory: 'GHSA-2' }], TODAY)).toHaveLength(1)
})

it('what the registry did not answer is no report', () => {
  for (const answer of [null, {}, { message: '405 Method Not Allowed', statusCode: 405 }])
    expect(gravelyKnown(answer, [], TODAY)).toBeNull()
})

it('every exception has its reason and its day', () => {
  expect(
    badExceptions([
      { advisory: 'GHSA-1', reason: ' ', until: TODAY },
      { advisory: 'GHSA-2', reason: 'None' },
    ]),
  ).toHaveLength(2)
  expect(badExceptions(JSON.parse(readFileSync(join(repository, '.ci', 'advisories.json'), 'utf8')))).toEqual([])
})
