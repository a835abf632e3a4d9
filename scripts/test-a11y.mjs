/**
 * Examines every state of every screen in both themes and all widths: `npm run test:a11y`. Arguments after `--` are passed to
 * Playwright (`-- overview`, `-- --workers=1`). PRUMO_PICTURES names a folder for a screenshot of each.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { repository } from './repository.mjs'

bootstrap()

const reports = join(repository, '.build', 'reports')
const report = join(reports, 'a11y.json')
mkdirSync(reports, { recursive: true })
rmSync(report, { force: true })
const playwright = join(repository, 'node_modules', '@playwright', 'test', 'cli.js')
const args = [playwright, 'test', '--config', join('e2e', 'matrix.config.ts'), '--reporter=list,json', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, args, {
  cwd: repository,
  stdio: 'inherit',
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
})
process.stdout.write(`\n${countOf(report)}\n`)
process.exit(status ?? 1)

function countOf(file) {
  try {
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
    const checks = testsOf(suites).flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'checks'))
    const looks = checks.reduce((sum, { description }) => sum + Number(description), 0)
    return `${stats.expected + stats.flaky} passed, ${stats.unexpected} failed (${looks} conditions in ${Math.round(stats.duration / 1000)} s)`
  } catch {
    return '0 passed, 1 failed'
  }
}

function testsOf(suites = []) {
  return suites.flatMap((suite) => [...suite.specs.flatMap(({ tests }) => tests), ...testsOf(suite.suites)])
}
