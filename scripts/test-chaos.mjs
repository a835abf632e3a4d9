/**
 * The long run against a real browser that loses its connection and answers and is killed: `npm run test:chaos`. Options:
 * `--seed`, the first seed, and `--seeds`, their number. A seed determines the steps and the faults.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { wholeNumbers } from './environment.mjs'
import { repository } from './repository.mjs'

const run = wholeNumbers({ seed: 1, seeds: 50 })
bootstrap()

const reports = join(repository, '.build', 'reports')
const report = join(reports, 'chaos.json')
mkdirSync(reports, { recursive: true })
rmSync(report, { force: true })
const playwright = join(repository, 'node_modules', '@playwright', 'test', 'cli.js')
const args = [
  playwright,
  'test',
  '--config',
  join('e2e', 'playwright.config.ts'),
  '--project=long-desktop',
  '--fully-parallel',
  '--reporter=list,json',
  'journeys/chaos',
]
const env = { ...process.env, PRUMO_CHAOS_RUN: JSON.stringify(run), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
const { status } = spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit', env })
process.stdout.write(`\n${summary(report)}\n`)
process.exit(status ?? 1)

/** One line a seed, in order; failed ones with the beginning of their error. */
function summary(file) {
  try {
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
    const lines = specsOf(suites).map(
      ({ title, tests }) => tests[0].annotations.find(({ type }) => type === 'summary')?.description ?? `${title}: ${reasonOf(tests[0])}`,
    )
    return `${lines.join('\n')}\n${stats.expected + stats.flaky} passed, ${stats.unexpected} failed`
  } catch {
    return '0 passed, 1 failed'
  }
}

function specsOf(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)])
}

function reasonOf({ results }) {
  const [, reason = 'failed'] = /^(?:Error: )?(.+)$/m.exec(results.at(-1)?.error?.message ?? '') ?? []
  return reason
}
