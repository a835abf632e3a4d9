/**
 * Asks the registry for the advisories of a release's packages: those that the server runs, and those that the pages are built of.
 * Fails on high and critical ones that .ci/advisories.json does not accept. Where the registry does not answer, it says so and
 * succeeds.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badExceptions, blockingAdvisories } from './advisories.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const PATIENCE_MS = 60_000

const exceptions = JSON.parse(readFileSync(join(repository, '.ci', 'advisories.json'), 'utf8'))
const bad = badExceptions(exceptions)
if (bad.length > 0) fail(bad.join('\n'))

const today = new Date().toISOString().slice(0, 10)
const found = new Set()
for (const { what, scope } of [
  { what: 'do servidor', scope: '--omit=dev' },
  { what: 'das páginas', scope: '--workspace=frontend' },
]) {
  const known = blockingAdvisories(asked(scope), exceptions, today)
  if (known === null) process.stdout.write(`Os avisos sobre os pacotes ${what} não puderam ser consultados aqui: ficam de fora.\n`)
  for (const line of known ?? []) found.add(line)
}
if (found.size > 0)
  fail(`Há avisos graves sobre pacotes em uso. Atualize-os, ou aceite-os por um tempo em .ci/advisories.json:\n${[...found].join('\n')}`)

function asked(scope) {
  const args = ['audit', '--audit-level=high', '--json', scope]
  const { stdout } = spawnSync('npm', args, { cwd: repository, encoding: 'utf8', timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 })
  try {
    return JSON.parse(stdout)
  } catch {
    return null
  }
}
