/**
 * Checks everything: `npm test`; `npm run test:all` adds the long tests. Only some steps: `npm test -- unit integration`.
 * Stops at the first stage that fails.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { writeSpecGroups } from './jest/spec-groups.mjs'
import { repository } from './repository.mjs'

const reports = join(repository, '.build', 'reports')
const modules = join(repository, 'node_modules')
const formatCache = ['--cache', '--cache-strategy', 'content', '--cache-location', join(modules, '.cache', 'prettier')]
const total = { passed: 0, failed: 0 }
/** Groups of integration tests: one for each worker of backend/jest.config.mjs. */
const GROUPS = 3

/** Each step runs its commands in order and resolves to whether all of them succeeded. `print` receives their output. */
const steps = {
  types: (print) => run(print, 'scripts/typecheck.mjs'),
  lint: (print) => run(print, join(modules, 'oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'),
  // Files that were checked before, with the same text and options, are skipped.
  format: (print) => run(print, join(modules, 'prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', ...formatCache, '.'),
  rules: async (print) =>
    (await run(print, 'scripts/check-lockfiles.mjs')) &&
    (await run(print, 'scripts/check-names.mjs')) &&
    (await run(print, join(modules, '.bin', 'depcruise'), '--config', '.dependency-cruiser.cjs', ...sourceFolders())),
  unit: (print) => jest(print, join('scripts', 'jest', 'unit.config.mjs'), 'unit'),
  integration: (print) => integration(print, 'integration-groups', '.int.spec.ts'),
  browser: (print) => playwright(print, 'phone', 'desktop'),
  'long-unit': (print) => longSpecs(print, 'frontend'),
  'long-integration': (print) => integration(print, 'long-groups', '.long.spec.ts'),
  'long-browser': (print) => playwright(print, 'long-phone', 'long-desktop'),
}

/** Stages follow each other; the lanes of a stage run side by side, the steps of a lane one after the other. */
const stages = [[['types', 'lint', 'rules'], ['unit']], [['integration']], [['browser']]]
const longStages = [[['format'], ['long-unit']], [['long-integration']], [['long-browser']]]

const [first, ...others] = process.argv.slice(2)
const isAll = first === 'all'
const chosen = first === undefined || isAll ? others : [first, ...others]
const unknown = chosen.filter((name) => !(name in steps))
if (unknown.length > 0) fail(`Etapa desconhecida: ${unknown.join(', ')}. Use: ${Object.keys(steps).join(', ')}.`)

bootstrap()
const { build } = await import('./build.mjs')
await build()
mkdirSync(reports, { recursive: true })

const failedSteps = []
for (const stage of isAll || chosen.length > 0 ? [...stages, ...longStages] : stages) {
  const lanes = stage.map((lane) => lane.filter((name) => chosen.length === 0 || chosen.includes(name))).filter((lane) => lane.length > 0)
  await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)))
  if (failedSteps.length > 0) break
}
// A check that is no test, or a run that broke before its first one, counts as one failure.
if (failedSteps.length > 0 && total.failed === 0) total.failed = 1
process.stdout.write(failedSteps.length > 0 ? `\nFalhou: ${failedSteps.join(', ')}.\n` : '\n')
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exit(failedSteps.length > 0 ? 1 : 0)

/** @param buffers whether a step's output is printed at its end, because other lanes print meanwhile */
async function runLane(lane, buffers) {
  for (const name of lane) {
    const startedAt = performance.now()
    const chunks = []
    const print = buffers ? (chunk) => chunks.push(chunk) : null
    if (!buffers) process.stdout.write(`\n── ${name} ──\n`)
    const succeeded = await steps[name](print)
    if (buffers) process.stdout.write(`\n── ${name} ──\n${Buffer.concat(chunks).toString()}`)
    process.stdout.write(`── ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
    if (succeeded) continue
    failedSteps.push(name)
    return
  }
}

/** @param print takes the output's chunks; null lets it through @returns whether the script ended with 0 */
async function run(print, script, ...args) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: repository,
    stdio: ['ignore', ...(print ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  })
  if (print) for (const stream of [child.stdout, child.stderr]) stream.on('data', print)
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

function integration(print, project, ending) {
  const into = join(repository, '.build', project)
  writeSpecGroups({
    root: join(repository, 'backend'),
    folders: ['src', 'test'],
    accepts: (path) => path.endsWith(ending),
    into,
    count: GROUPS,
  })
  return jest(print, join('backend', 'jest.config.mjs'), `backend-${project}`, '--selectProjects', project)
}

async function jest(print, config, name, ...options) {
  const report = fresh(`${name}.json`)
  const script = join(modules, 'jest', 'bin', 'jest.js')
  const succeeded = await run(print, script, '--config', join(repository, config), ...options, '--json', `--outputFile=${report}`)
  const result = read(report)
  count(result?.numPassedTests, (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0))
  return succeeded
}

/** Runs the specs that a workspace's configuration leaves out otherwise. */
async function longSpecs(print, workspace) {
  process.env.LONG_SPECS = '1'
  const succeeded = await jest(print, join(workspace, 'jest.config.mjs'), 'long-unit')
  delete process.env.LONG_SPECS
  return succeeded
}

async function playwright(print, ...projects) {
  const report = fresh('browser.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const config = join('e2e', 'playwright.config.ts')
  const only = projects.map((project) => `--project=${project}`)
  const succeeded = await run(
    print,
    join(modules, '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    config,
    ...only,
    '--reporter=list,json',
  )
  const stats = read(report)?.stats
  count(stats?.expected, stats?.unexpected)
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
  return ['shared/src', 'backend/src', 'backend/test', 'backend/stripe-simulator', 'frontend/src'].filter((folder) =>
    existsSync(join(repository, folder)),
  )
}
