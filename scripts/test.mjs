/** Checks everything: `npm test`, or only some steps: `npm test -- unit integration`. Stops at the first step that fails. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const reports = join(repository, '.build', 'reports')
const modules = join(repository, 'node_modules')
const total = { passed: 0, failed: 0 }

/** Each step runs its commands in order and answers whether all of them succeeded. */
const steps = {
  types: () => run('scripts/typecheck.mjs'),
  lint: () => run(join(modules, 'oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'),
  format: () => run(join(modules, 'prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'),
  rules: () =>
    run('scripts/check-lockfiles.mjs') &&
    run(join(modules, '.bin', 'depcruise'), '--config', '.dependency-cruiser.cjs', ...sourceFolders()),
  unit: () => jest('scripts') && jest('shared') && jest('backend', 'unit') && jest('frontend'),
  integration: () => jest('backend', 'integration'),
  browser: () => playwright(),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in steps))
if (unknown.length > 0) fail(`Etapa desconhecida: ${unknown.join(', ')}. Use: ${Object.keys(steps).join(', ')}.`)

bootstrap()
const { build } = await import('./build.mjs')
await build()
mkdirSync(reports, { recursive: true })

let failedStep = null
for (const name of Object.keys(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  process.stdout.write(`\n── ${name} ──\n`)
  if (!steps[name]()) {
    failedStep = name
    break
  }
}
// A check that is no test, or a run that broke before its first one, counts as one failure.
if (failedStep && total.failed === 0) total.failed = 1
process.stdout.write(failedStep ? `\nA etapa ${failedStep} falhou.\n` : '\n')
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(failedStep ? 1 : 0)

function run(script, ...args) {
  return spawnSync(process.execPath, [script, ...args], { cwd: repository, stdio: 'inherit' }).status === 0
}

function jest(workspace, project) {
  const config = join(repository, workspace, 'jest.config.mjs')
  if (!existsSync(config)) return true
  const report = fresh(`${workspace}-${project ?? 'all'}.json`)
  const only = project ? ['--selectProjects', project] : []
  const succeeded = run(join(modules, 'jest', 'bin', 'jest.js'), '--config', config, ...only, '--json', `--outputFile=${report}`)
  const result = read(report)
  count(result?.numPassedTests, (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0))
  return succeeded
}

function playwright() {
  const report = fresh('browser.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const config = join('e2e', 'playwright.config.ts')
  const succeeded = run(join(modules, '@playwright', 'test', 'cli.js'), 'test', '--config', config, '--reporter=list,json')
  const stats = read(report)?.stats
  count((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected)
  return succeeded
}

function count(passed = 0, failed = 0) {
  total.passed += passed
  total.failed += failed
}

function fresh(name) {
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function sourceFolders() {
  return ['shared/src', 'backend/src', 'backend/stripe-simulator', 'frontend/src'].filter((folder) => existsSync(join(repository, folder)))
}
