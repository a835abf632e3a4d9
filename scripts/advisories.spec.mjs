import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badExceptions, blockingAdvisories } from './advisories.mjs'
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

it('a high or critical advisory blocks a release, and is listed once', () => {
  expect(blockingAdvisories(report(), [], TODAY)).toEqual([])
  expect(blockingAdvisories(report(advisory('GHSA-1', 'moderate')), [], TODAY)).toEqual([])
  const withAdvisories = report(advisory('GHSA-1', 'high'), advisory('GHSA-1', 'high'), advisory('GHSA-2', 'critical', 'right-pad'))
  expect(blockingAdvisories(withAdvisories, [], TODAY)).toEqual([
    'left-pad: It pads too much (https://github.com/advisories/GHSA-1)',
    'right-pad: It pads too much (https://github.com/advisories/GHSA-2)',
  ])
})

it('an exception is valid to the end of its day', () => {
  const exception = { advisory: 'GHSA-1', reason: 'Only the build pads', until: TODAY }
  const withAdvisories = report(advisory('GHSA-1', 'high'))
  expect(blockingAdvisories(withAdvisories, [exception], TODAY)).toEqual([])
  expect(blockingAdvisories(withAdvisories, [exception], '2026-11-25')).toEqual([expect.stringContaining('a exceção acabou em 2026-11-24')])
  expect(blockingAdvisories(withAdvisories, [{ ...exception, advisory: 'GHSA-2' }], TODAY)).toHaveLength(1)
})

it('an error of the registry is no report', () => {
  for (const answer of [null, {}, { message: '405 Method Not Allowed', statusCode: 405 }])
    expect(blockingAdvisories(answer, [], TODAY)).toBeNull()
})

it('every exception has a reason and a day', () => {
  expect(
    badExceptions([
      { advisory: 'GHSA-1', reason: ' ', until: TODAY },
      { advisory: 'GHSA-2', reason: 'None' },
    ]),
  ).toHaveLength(2)
  expect(badExceptions(JSON.parse(readFileSync(join(repository, '.ci', 'advisories.json'), 'utf8')))).toEqual([])
})
